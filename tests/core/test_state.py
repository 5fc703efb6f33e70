"""State records: the header, and the text form with fields of every shape."""

import numpy as np
import pytest

from tolsim.core.errors import TolsimError
from tolsim.core.state import parse_state, state_dtype, state_text

STATE = state_dtype(
    3,
    [
        ("wide", np.uint64),
        ("half", np.float32),
        ("board", np.int8, (2, 3)),
        ("flag", np.uint8),
        ("row", np.int8, (5,)),
    ],
)


def example():
    states = np.zeros(1, STATE)
    states["rng"] = [2**64 - 1, 3]
    states["returns"] = [0.1, -1 / 3, 2.5]
    states["board"] = [[1, -2, 3], [127, -128, 0]]
    states["wide"] = 2**63 + 1
    states["half"] = 1e-7
    return states


def test_the_header_comes_first():
    assert STATE.names[:6] == ("rng", "returns", "moves", "outcome", "to_move", "over")
    assert STATE["returns"].shape == (3,)
    assert STATE.isalignedstruct


def test_records_read_fields_as_attributes():
    state = example()[0]
    state.moves = 7
    assert state["moves"] == state.moves == 7


@pytest.mark.parametrize("name", ["base", "shape", "flags", "size"])
def test_fields_cannot_hide_behind_attributes_of_records(name):
    """Uncompiled, ``state.base`` is the array that a record lies in, whatever field there is."""
    with pytest.raises(TolsimError, match=f"cannot be called '{name}'"):
        state_dtype(2, [(name, np.int64)])


def test_fields_leave_no_gaps():
    """Bytes that belong to no field would make equal states differ."""
    with pytest.raises(TolsimError, match="leave 7 of 72 bytes unused"):
        state_dtype(2, [("flag", np.int8)])
    assert state_dtype(2, [("marks", np.int8, (8,))]).itemsize == 72
    covered = sum(field.itemsize for field, *_ in STATE.fields.values())
    assert covered == STATE.itemsize


def test_texts_read_back_to_the_same_values():
    states = example()
    text = state_text(states[0])
    assert text.splitlines()[0] == "rng = [18446744073709551615, 3]"
    assert len(text.splitlines()) == len(STATE.names)
    back = parse_state(text, STATE)
    for name in STATE.names:
        assert np.array_equal(back[name], states[name]), name


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("flag = 256", "'flag' cannot be '256'"),
        ("flag = -1", "'flag' cannot be '-1'"),
        ("flag = 0.5", "'flag' cannot be '0.5'"),
        ("flag = [1]", "'flag' cannot be"),
        ("flag = None", "'flag' cannot be"),
        ("flag = print()", "'flag' cannot be"),
        ("flag = 'one'", "'flag' cannot be"),
        ("flag = ", "'flag'"),
        ("falg = 1", "unknown state field 'falg'; did you mean 'flag'"),
    ],
)
def test_values_that_do_not_fit_are_refused(line, message):
    text = state_text(example()[0]).replace("flag = 0", line)
    with pytest.raises(TolsimError) as refused:
        parse_state(text, STATE)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    "value", ["[1, 2, 3]", "0", "[[1, 2, 3], [4, 5]]", "[[1, 2, 3], [4, 5, 128]]"]
)
def test_shapes_and_sizes_must_match(value):
    board = "board = [[1, -2, 3], [127, -128, 0]]"
    text = state_text(example()[0])
    assert board in text
    with pytest.raises(TolsimError, match="'board' cannot be"):
        parse_state(text.replace(board, f"board = {value}"), STATE)
