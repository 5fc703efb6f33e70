"""Where a scenario puts its own rules into the engine.

The body of each hook is what happens in a scenario that fills nothing in. ``s`` is the state, ``p``
the parameters; a unit is a number, an area a number, an owner a player or a side under behaviour
rules.
"""

from __future__ import annotations

from tolsim.core.hooks import hook
from tolsim.joan.state import DESTROYED, INFIRMARY
from tolsim.joan.traits import PRAYER

# How a unit comes to an area.
BY_MOVE, BY_JUMP, BY_CHARGE, BY_FOLLOW_UP, BY_PUSH, BY_RALLY, BY_PLACEMENT = range(7)

# Answers of `push_stuck`, choices of combat.push_stuck.
BECOMES_DISRUPTED, HAS_NO_EFFECT, DESTROYS = range(3)

# The round.


@hook
def set_up(s, p):
    """Set up what the scenario has beside board, armies and tokens, and begin its first frame."""


@hook
def next_phase(s, p):
    """Begin the next phase of the scenario's round; called when the phase before is over."""


@hook
def pose_stage(s, p):
    """Put the question of a stage of the scenario's own, or go on."""


@hook
def answer_stage(s, p, action):
    """Apply the answer to the question of a stage of the scenario's own."""


@hook
def behave(s, p):
    """Choose an option for an owner that follows behaviour rules."""
    return s.options[0]


# Where units may be.


@hook
def may_enter(s, p, unit, area, how):
    """Tell whether the scenario lets a unit come to an area; room and enemies apart."""
    return True


@hook
def overruns(s, p, unit, area):
    """Tell whether the enemies in an area cannot keep this unit out, for its entry removes them."""
    return False


@hook
def entered(s, p, unit, area):
    """A unit has come to an area by a move of its own, if only to pass."""


@hook
def came_to_rest(s, p, unit, area):
    """A unit has ended a move of its own in an area."""


@hook
def terrain_of(s, p, area):
    """Tell what terrain an area is now; tiles laid over the map change it."""
    return p.terrain[area]


# Orders and actions.


@hook
def may_act(s, p, unit):
    """Tell whether orders reach a unit."""
    return True


@hook
def turn_started(s, p, owner):
    """An owner's turn begins."""


@hook
def activation_started(s, p, area):
    """An order or a Command lets units of an area act."""


@hook
def activation_ended(s, p, area):
    """Every unit of the activated area has acted."""


@hook
def order_resolved(s, p, owner):
    """An order is fully resolved; no rival has been asked for an Interrupt yet."""


@hook
def can_pray(s, p, unit):
    """Tell whether a unit has the Prayer action where it stands."""
    return (p.profile_traits[s.unit_profile[unit]] & PRAYER) != 0


@hook
def prayed(s, p, unit, token):
    """A unit has prayed; ``token`` is what it gained, XP or Legend, or NOBODY for nothing."""


@hook
def offer_actions(s, p, unit, acted):
    """Offer a unit the scenario's actions; ``acted`` tells that only bonus actions are left."""


@hook
def take_action(s, p, unit, action):
    """Carry out a scenario's action; tell whether it took the place of the unit's action."""
    return False


@hook
def acted(s, p, unit):
    """A unit has finished acting."""


# Combat.


@hook
def may_attack_from(s, p, unit, area):
    """Tell whether a unit may declare an attack from an area."""
    return True


@hook
def may_be_attacked(s, p, owner, area):
    """Tell whether an owner may attack an area."""
    return True


@hook
def is_target(s, p, unit):
    """Tell whether results of attacks reach a unit."""
    return True


@hook
def attack_declared(s, p):
    """An attack is about to be thrown."""


@hook
def soften(s, p, after_shields):
    """Change the results of an attack, before Shields are counted or after all cancelling."""


@hook
def unit_fell(s, p, unit, killed):
    """A unit is about to leave the board, ``killed`` or Disrupted; return the place it goes to.

    The scenario pays its rewards here.
    """
    return DESTROYED if killed else INFIRMARY


@hook
def unit_died(s, p, unit):
    """A unit is destroyed by the Doom die."""


@hook
def wounded(s, p, unit, wounds):
    """A unit of more than one HP suffers wounds."""


@hook
def unit_removed(s, p, unit):
    """A unit has left the board, rewards paid."""


@hook
def may_reroll(s, p, unit, trait):
    """Tell whether a unit may reroll an own die: ``trait`` is FEINT in attack, PARRY in defence."""
    return (p.profile_traits[s.unit_profile[unit]] & trait) != 0


@hook
def gigantic_rank(s, p, unit):
    """Tell where a unit stands among those a Gigantic attack strikes, the smallest first."""
    return 0


@hook
def was_pushed(s, p, unit, origin, area):
    """A unit has been pushed out of one area into another."""


@hook
def push_stuck(s, p, unit):
    """Tell what a Push does that has nowhere to go."""
    return p.combat_push_stuck


@hook
def may_follow_up_over(s, p, area):
    """Tell whether the units left in a target area do not bar following up."""
    return False


@hook
def attack_over(s, p):
    """An attack is resolved, follow-ups included."""


# Casualties.


@hook
def may_rally(s, p, unit, area):
    """Tell whether the scenario lets a unit rally in an area; Rally points are the map's."""
    return True


@hook
def camp_started(s, p):
    """The Camp begins; frames begun here come before the casualties check."""


@hook
def throws_doom(s, p, unit):
    """Tell whether a unit in the infirmary throws the Doom die in Camp."""
    return True


@hook
def doom_thrown(s, p, unit, face):
    """Change the result of a unit's Doom die."""
    return face


@hook
def camp_ended(s, p):
    """The casualties check is over."""


# Agents.


@hook
def observe_scenario(s, p, player, out):
    """Write what a player knows of the scenario's own state."""


@hook
def value_of_state(s, p, out):
    """Write a heuristic value per player in [-1, 1]."""


@hook
def worth_of_unit(s, p, unit):
    """Worth of a unit to its side, in Victory Points or the like."""
    return 1.0


@hook
def worth_of_area(s, p, unit, area):
    """Worth for a unit of standing in an area rather than another, greedy play's compass."""
    return 0.0


@hook
def worth_of_action(s, p, action):
    """Worth of an option of the scenario's own, or -1 where the engine's opinion serves."""
    return -1.0


@hook
def hidden_redrawn(s, p, player):
    """Draw anew what is hidden from a player."""


@hook
def sight_of(s, p, action, player):
    """Label of what a player sees of an action about to be taken."""
    return action
