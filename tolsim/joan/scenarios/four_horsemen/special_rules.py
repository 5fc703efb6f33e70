"""The scenario's special rules, where the engine asks for them."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan import hooks
from tolsim.joan.areas import first_in, next_in
from tolsim.joan.camp import begin_camp
from tolsim.joan.casualties import fall
from tolsim.joan.council import begin_council
from tolsim.joan.events import ROUND_BEGINS, tell
from tolsim.joan.flow import end_game
from tolsim.joan.hooks import BY_CHARGE, BY_JUMP, BY_MOVE
from tolsim.joan.orders import begin_turn
from tolsim.joan.scenarios.four_horsemen import arrival, prayers
from tolsim.joan.scenarios.four_horsemen.arrival import is_angel
from tolsim.joan.scenarios.four_horsemen.losses import score_the_end, test_points
from tolsim.joan.scenarios.four_horsemen.names import (
    AT_DEPLOY,
    AT_EFFECT,
    AT_FIT,
    AT_HORSEMAN,
    AT_PENTACLE,
    AT_SAINTLY_PUSH,
    AT_SUMMON,
    BY_HOLDING,
    HOLY,
    SAINTLY_PUSH,
    TO_BEGIN_ROUND,
    TO_BRING_HORSEMAN,
    TO_BRING_HORSEMAN_LATE,
    TO_CAMP,
    TO_HOLD_COUNCIL,
    TO_TAKE_FIRST_TURN,
    TO_TAKE_SECOND_TURN,
    UNHOLY,
)
from tolsim.joan.scenarios.four_horsemen.state import STATE
from tolsim.joan.state import (
    ATTACKING,
    BY_NO_ATTACK,
    DISRUPTEDS,
    KILLS,
    PUSHES,
    USED_THIS_ACTIVATION,
    area_of,
    has_trait,
    mark,
    marked,
    offer,
    owner_of,
    push,
    stage_of,
)
from tolsim.joan.traits import CIVILIAN, PRAYER

# Choices of the rules named like them.
STANDARD = 0
BEFORE_COUNCIL = 0
IMMEDIATE = 0
AFTER_CAMP = 0
ANY = 0
CLOSED_TO_ALL = 0
EVERY_AREA = 0
AFTER_SHIELDS = 0
NO_EFFECT_WHEN_STUCK = 0
ACTIVATION = 0


# The round.


@fills(hooks.set_up, STATE)
def set_up(s, p):
    """Nothing has happened; the Holy army is deployed first."""
    s.vp_civilians = 0
    s.vp_final = 0
    s.horsemen_used = 0
    s.pentacles_used = 0
    s.last_pentacle = -1
    s.patrick_used = 0
    s.angel_attack = 0
    s.mercy = 0
    s.prayers_said = 0
    s.angels_summoned = 0
    s.civilians_lost[:] = 0
    s.returns_to[:] = 0
    s.entry_round[:] = 0
    s.entry_pentacle[:] = -1
    prayers.forget_prayers(s)
    if p.deployment_holy != STANDARD:
        push(s, AT_DEPLOY, 0, 0, 0)


@fills(hooks.next_phase, STATE)
def next_phase(s, p):
    """Horseman, Council, a turn each, Camp."""
    phase = s.phase
    s.phase = phase + 1
    early = p.deployment_horseman_timing == BEFORE_COUNCIL
    if phase == TO_BEGIN_ROUND:
        s.turn += 1
        tell(s, ROUND_BEGINS, s.turn, 0, 0)
        arrival.set_turn_order(s, p)
    elif phase == TO_BRING_HORSEMAN or phase == TO_BRING_HORSEMAN_LATE:
        if arrival.brings_horseman(s) and early == (phase == TO_BRING_HORSEMAN):
            arrival.begin_horseman(s, p)
    elif phase == TO_HOLD_COUNCIL:
        begin_council(s, p)
    elif phase == TO_TAKE_FIRST_TURN or phase == TO_TAKE_SECOND_TURN:
        begin_turn(s, p, s.turn_order[phase - TO_TAKE_FIRST_TURN])
    elif phase == TO_CAMP and not ends_without_camp(s, p):
        begin_camp(s, p)
    else:
        end_round(s, p)


@kernel
def ends_without_camp(s, p):
    """Tell whether the Holy units are counted, and the game is over, before the last Camp."""
    return s.turn == p.scenario_rounds and p.victory_final_scoring != AFTER_CAMP


@kernel
def end_round(s, p):
    """After the Camp of the last round the game is over; with points late it is tested here."""
    if s.turn < p.scenario_rounds:
        if p.victory_check != IMMEDIATE:
            test_points(s, p)
        s.phase = TO_BEGIN_ROUND
        return
    score_the_end(s, p)
    test_points(s, p)
    if s.over == 0:
        end_game(s, BY_HOLDING)
        s.returns[HOLY] = 1.0
        s.returns[UNHOLY] = -1.0


@fills(hooks.pose_stage, STATE)
def pose_stage(s, p):
    """Questions of the scenario."""
    stage = stage_of(s)
    if stage == AT_DEPLOY:
        arrival.pose_deploy(s, p)
    elif stage == AT_HORSEMAN:
        arrival.pose_horseman(s, p)
    elif stage == AT_PENTACLE:
        arrival.pose_pentacle(s, p)
    elif stage == AT_FIT:
        arrival.pose_fit(s, p)
    elif stage == AT_EFFECT:
        prayers.pose_effect(s, p)
    elif stage == AT_SUMMON:
        prayers.pose_summon(s, p)
    else:
        prayers.pose_saintly_push(s, p)


@fills(hooks.answer_stage, STATE)
def answer_stage(s, p, action):
    """Their answers."""
    stage = stage_of(s)
    if stage == AT_DEPLOY:
        arrival.answer_deploy(s, p, action)
    elif stage == AT_HORSEMAN:
        arrival.answer_horseman(s, p, action)
    elif stage == AT_PENTACLE:
        arrival.answer_pentacle(s, p, action)
    elif stage == AT_FIT:
        arrival.answer_fit(s, p, action)
    elif stage == AT_EFFECT:
        prayers.answer_effect(s, p, action)
    elif stage == AT_SUMMON:
        prayers.answer_summon(s, p, action)
    else:
        prayers.answer_saintly_push(s, p, action)


# Where units may be.


@fills(hooks.may_enter, STATE)
def may_enter(s, p, unit, area, how):
    """Pentacles are closed to the Holy, church and shrine to the Unholy, the church to troops."""
    if owner_of(s, unit) == HOLY:
        if p.pentacle_of[area] >= 0:
            moves = how == BY_MOVE or how == BY_CHARGE or how == BY_JUMP
            return p.pentacle_closed_to != CLOSED_TO_ALL and not moves
        return p.is_church[area] == 0 or has_trait(s, p, unit, CIVILIAN)
    return p.is_church[area] == 0 and area != p.shrine


@kernel
def only_civilians_in(s, p, area):
    """Tell whether all Holy units of an area are Civilians."""
    unit = first_in(s, area)
    while unit >= 0:
        if owner_of(s, unit) == HOLY and not has_trait(s, p, unit, CIVILIAN):
            return False
        unit = next_in(s, unit)
    return True


@fills(hooks.overruns, STATE)
def overruns(s, p, unit, area):
    """An area of lone Civilians is open to the Unholy."""
    return owner_of(s, unit) == UNHOLY and only_civilians_in(s, p, area)


@kernel
def destroy_civilians(s, p, area):
    """Destroy every Civilian of an area that an Unholy unit has moved into."""
    unit = first_in(s, area)
    while unit >= 0 and s.over == 0:
        after = next_in(s, unit)
        if owner_of(s, unit) == HOLY:
            s.cause = BY_NO_ATTACK
            fall(s, p, unit, True)
        unit = after


@fills(hooks.entered, STATE)
def entered(s, p, unit, area):
    """Civilians die in each area entered, if only to pass."""
    if owner_of(s, unit) == UNHOLY and p.civilian_kill_on == EVERY_AREA:
        destroy_civilians(s, p, area)


@fills(hooks.came_to_rest, STATE)
def came_to_rest(s, p, unit, area):
    """Or only where the move ends."""
    if owner_of(s, unit) == UNHOLY and p.civilian_kill_on != EVERY_AREA:
        destroy_civilians(s, p, area)


@fills(hooks.may_follow_up_over, STATE)
def may_follow_up_over(s, p, area):
    """Civilians left alone do not bar following up."""
    return s.attacker == UNHOLY and p.civilian_followup_over != 0 and only_civilians_in(s, p, area)


# Orders and Prayers.


@fills(hooks.turn_started, STATE)
def turn_started(s, p, owner):
    """Where Prayers of one turn are at the same time, they are counted anew."""
    prayers.forget_prayers(s)


@fills(hooks.activation_started, STATE)
def activation_started(s, p, area):
    """Prayers of one activation are at the same time."""
    if p.prayer_window == ACTIVATION:
        prayers.forget_prayers(s)


@fills(hooks.activation_ended, STATE)
def activation_ended(s, p, area):
    """See what the Prayers bring."""
    if s.over == 0:
        prayers.answer_prayers(s, p)


@fills(hooks.can_pray, STATE)
def can_pray(s, p, unit):
    """All Civilians can pray in the church, and nowhere else; others by their trait."""
    if has_trait(s, p, unit, CIVILIAN):
        return prayers.is_in_church(s, p, unit)
    return has_trait(s, p, unit, PRAYER)


@fills(hooks.prayed, STATE)
def prayed(s, p, unit, token):
    """Count it."""
    if prayers.is_praying_civilian(s, p, unit):
        prayers.note_prayer(s, p, unit, token)


@fills(hooks.offer_actions, STATE)
def offer_actions(s, p, unit, acted):
    """Saint Patrick's push is a bonus action."""
    if (
        unit == p.patrick
        and not marked(s, unit, USED_THIS_ACTIVATION)
        and prayers.has_saintly_target(s, p)
    ):
        offer(s, SAINTLY_PUSH)


@fills(hooks.take_action, STATE)
def take_action(s, p, unit, action):
    """Begin it."""
    mark(s, unit, USED_THIS_ACTIVATION)
    push(s, AT_SAINTLY_PUSH, 0, 0, 0)
    return False


# Combat.


@fills(hooks.may_attack_from, STATE)
def may_attack_from(s, p, unit, area):
    """No attack from the church, nor from Saint Patrick's area."""
    if p.is_church[area] != 0:
        return False
    if has_trait(s, p, unit, CIVILIAN) and p.civilian_attack == 0:
        return False
    return area_of(s, p.patrick) != area


@fills(hooks.may_be_attacked, STATE)
def may_be_attacked(s, p, owner, area):
    """Civilians inside the church are no target."""
    return p.is_church[area] == 0


@fills(hooks.attack_declared, STATE)
def attack_declared(s, p):
    """See whether the victims will be an Angel's, and whether Saint Patrick is among the attacked."""
    angels, others = False, False
    for unit in range(p.units):
        if marked(s, unit, ATTACKING):
            if is_angel(p, unit):
                angels = True
            else:
                others = True
    s.angel_attack = 1 if angels and (p.angel_credit == ANY or not others) else 0
    s.mercy = 1 if area_of(s, p.patrick) == s.target else 0


@fills(hooks.soften, STATE)
def soften(s, p, after_shields):
    """In Saint Patrick's area every Kill and Disrupted becomes a Push."""
    if s.mercy != 0 and after_shields == (p.patrick_mercy_order == AFTER_SHIELDS):
        s.results[PUSHES] += s.results[KILLS] + s.results[DISRUPTEDS]
        s.results[KILLS] = 0
        s.results[DISRUPTEDS] = 0


@fills(hooks.push_stuck, STATE)
def push_stuck(s, p, unit):
    """Such a Push has no effect where it has nowhere to go."""
    merciful = s.mercy != 0 and owner_of(s, unit) == HOLY
    if merciful and p.patrick_mercy_stuck == NO_EFFECT_WHEN_STUCK:
        return hooks.HAS_NO_EFFECT
    return p.combat_push_stuck


# Casualties.


@fills(hooks.camp_started, STATE)
def camp_started(s, p):
    """The fallen Unholy units come back first."""
    arrival.begin_returns(s, p)


@fills(hooks.may_rally, STATE)
def may_rally(s, p, unit, area):
    """An Angel's victim rallies in its own pentacle; no third Angel comes back to the board."""
    if owner_of(s, unit) == UNHOLY:
        return area == p.pentacle_area[s.unit_home[unit]]
    return not is_angel(p, unit) or prayers.angels_in(s, p, 0) < p.angel_limit
