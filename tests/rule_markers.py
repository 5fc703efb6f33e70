"""Which ledger entries the tests of a folder name, for the tests that a ledger is complete."""

import ast
from pathlib import Path

from tolsim.core.rules import Rule


def is_rule_marker(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule"


def constants(nodes: list[ast.AST]) -> list[object]:
    return [node.value for top in nodes for node in ast.walk(top) if isinstance(node, ast.Constant)]


def marked_tests(folder: Path) -> dict[str, list[list[object]]]:
    """Rule to the tests below a folder that name it, each as the constants of its body and cases."""
    tests: dict[str, list[list[object]]] = {}
    for path in sorted(folder.rglob("test_*.py")):
        for function in ast.parse(path.read_text(encoding="utf-8")).body:
            if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
                continue
            markers = [node for node in function.decorator_list if is_rule_marker(node)]
            others = [node for node in function.decorator_list if not is_rule_marker(node)]
            used = constants([*others, *function.body])
            for name in constants([argument for marker in markers for argument in marker.args]):
                tests.setdefault(str(name), []).append(used)
    return tests


def switch_readings(rule: Rule) -> tuple[object, ...]:
    """Values of a switch; of a number, none."""
    return (True, False) if isinstance(rule.value, bool) else rule.choices


def readings(rule: Rule) -> tuple[object, ...]:
    """Values of a switch, and the default and other values of a number worth trying."""
    found = switch_readings(rule)
    if not found and rule.alternatives:
        return (rule.value, *rule.alternatives)
    return found
