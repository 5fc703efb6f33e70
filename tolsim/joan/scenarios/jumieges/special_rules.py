"""The scenario's special rules, where the engine asks for them."""

from __future__ import annotations

from tolsim.core.compile_cache import kernel
from tolsim.core.hooks import fills
from tolsim.joan import hooks
from tolsim.joan.acting import ON_COMMAND
from tolsim.joan.camp import begin_camp
from tolsim.joan.council import begin_council
from tolsim.joan.events import ROUND_BEGINS, TURN_BEGINS, tell
from tolsim.joan.hooks import BY_PLACEMENT, BY_PUSH
from tolsim.joan.orders import begin_turn
from tolsim.joan.scenarios.jumieges import (
    board_casualties,
    interrupts,
    lava,
    leviathan,
    leviathan_attacks,
    leviathan_path,
    push_back,
    relics,
    roar,
    unholy_units,
    victory,
)
from tolsim.joan.scenarios.jumieges.losses import means
from tolsim.joan.scenarios.jumieges.names import (
    AT_BESIDE_LAVA,
    AT_BOARD,
    AT_INTERRUPTS,
    AT_LEVIATHAN,
    AT_LEVIATHAN_MELEE,
    AT_PATH,
    AT_REVEALER,
    AT_ROAR,
    AT_STRIKE_HEX,
    AT_TOKEN,
    AT_UNHOLY,
    AT_UNHOLY_MELEE,
    BELT,
    EQUIP,
    HOLY,
    LEVIATHAN,
    REVEAL,
    TO_BEGIN_ROUND,
    TO_CAMP,
    TO_HOLD_COUNCIL,
    TO_INTERRUPT,
    TO_LEVIATHAN,
    TO_ROAR_LATE,
    TO_TAKE_TURN,
    TO_UNHOLY,
    UNHOLY,
)
from tolsim.joan.scenarios.jumieges.priest import drive_priest_out, place_priest
from tolsim.joan.scenarios.jumieges.ranks import target_rank
from tolsim.joan.scenarios.jumieges.state import STATE
from tolsim.joan.state import (
    ACTIVATION,
    BY_NO_ATTACK,
    COMMANDED_OTHERS,
    INTERRUPT,
    NOWHERE,
    USED_THIS_TURN,
    area_of,
    argument,
    has_trait,
    owner_of,
    set_argument,
    stage_of,
    unmark_all,
)
from tolsim.joan.terrain import LAVA
from tolsim.joan.traits import GIGANTIC_UNIT, PARRY

# Choices of the rules named like them.
GAME = 0
ANY_ORDER = 0
EVERY_AREA = 0
BOOK = 1


# The round.


@fills(hooks.set_up, STATE)
def set_up(s, p):
    """Deal the tokens, place the Priest; nothing has happened."""
    s.token_relic[:] = 0
    s.token_status[:] = 0
    s.relic_holder[:] = 0
    s.tokens_revealed = 0
    s.church_damage = 0
    s.lava = 0
    s.lava_placed = 0
    s.wounds_inflicted = 0
    s.units_destroyed = 0
    s.order_area = NOWHERE
    s.activations_done = 0
    s.roared = 0
    s.unholy_acted = 0
    s.by_leviathan = 0
    push_back.forget_pointers(s)
    s.roars = 0
    s.eruptions = 0
    s.xp_won = 0
    s.healed = 0
    s.relics_taken = 0
    s.holy_lost[:] = 0
    s.unholy_fallen = 0
    s.unholy_killed[:] = 0
    s.leviathan_wounds[:] = 0
    relics.deal_relics(s, p)
    place_priest(s, p)


@fills(hooks.next_phase, STATE)
def next_phase(s, p):
    """Council, the player, the Leviathan, Interrupts, the Unholy units, Camp."""
    phase = s.phase
    s.phase = phase + 1
    if phase == TO_BEGIN_ROUND:
        begin_round(s, p)
    elif phase == TO_HOLD_COUNCIL:
        begin_council(s, p)
    elif phase == TO_TAKE_TURN:
        begin_turn(s, p, HOLY)
    elif phase == TO_ROAR_LATE:
        if p.roar_on_pass != 0:
            roar.roar_by_card(s, p)
    elif phase == TO_LEVIATHAN:
        begin_side(s, p, LEVIATHAN)
        leviathan.begin_leviathan(s, p)
    elif phase == TO_INTERRUPT:
        interrupts.begin_interrupts(s, p)
    elif phase == TO_UNHOLY:
        begin_side(s, p, UNHOLY)
        unholy_units.begin_unholy(s, p, True)
    elif phase == TO_CAMP:
        s.owner_in_turn = -1
        begin_camp(s, p)
    elif s.turn < p.scenario_rounds:
        s.phase = TO_BEGIN_ROUND
    else:
        victory.judge_the_end(s, p)


@kernel
def begin_round(s, p):
    """Begin a round."""
    s.turn += 1
    s.roared = 0
    tell(s, ROUND_BEGINS, s.turn, 0, 0)
    if p.champion_span != GAME:
        s.wounds_inflicted = 0
        s.units_destroyed = 0


@kernel
def begin_side(s, p, owner):
    """Begin the turn of a side under behaviour rules; what the player uses once a turn is fresh."""
    s.owner_in_turn = owner
    unmark_all(s, p, COMMANDED_OTHERS | USED_THIS_TURN)
    tell(s, TURN_BEGINS, owner, 0, 0)


@fills(hooks.pose_stage, STATE)
def pose_stage(s, p):
    """Questions of the scenario."""
    stage = stage_of(s)
    if stage == AT_LEVIATHAN:
        leviathan.pose_leviathan(s, p)
    elif stage == AT_PATH:
        leviathan_path.pose_path(s, p)
    elif stage == AT_STRIKE_HEX:
        leviathan_attacks.pose_strike_hex(s, p)
    elif stage == AT_LEVIATHAN_MELEE:
        leviathan_attacks.pose_leviathan_melee(s, p)
    elif stage == AT_ROAR:
        roar.pose_roar(s, p)
    elif stage == AT_UNHOLY:
        unholy_units.pose_unholy(s, p)
    elif stage == AT_UNHOLY_MELEE:
        unholy_units.pose_unholy_melee(s, p)
    elif stage == AT_INTERRUPTS:
        interrupts.pose_interrupts(s, p)
    elif stage == AT_TOKEN:
        relics.pose_token(s, p)
    elif stage == AT_REVEALER:
        relics.pose_revealer(s, p)
    elif stage == AT_BESIDE_LAVA:
        lava.pose_beside_lava(s, p)
    elif stage == AT_BOARD:
        board_casualties.pose_board(s, p)
    else:
        unholy_units.pose_unholy_way(s, p)


@fills(hooks.answer_stage, STATE)
def answer_stage(s, p, action):
    """Their answers."""
    stage = stage_of(s)
    if stage == AT_PATH:
        leviathan_path.answer_path(s, p, action)
    elif stage == AT_STRIKE_HEX:
        leviathan_attacks.answer_strike_hex(s, p, action)
    elif stage == AT_LEVIATHAN_MELEE:
        leviathan_attacks.answer_leviathan_melee(s, p, action)
    elif stage == AT_UNHOLY:
        unholy_units.answer_unholy(s, p, action)
    elif stage == AT_UNHOLY_MELEE:
        unholy_units.answer_unholy_melee(s, p, action)
    elif stage == AT_INTERRUPTS:
        interrupts.answer_interrupts(s, p, action)
    elif stage == AT_TOKEN:
        relics.answer_token(s, p, action)
    elif stage == AT_REVEALER:
        relics.answer_revealer(s, p, action)
    elif stage == AT_BESIDE_LAVA:
        lava.answer_beside_lava(s, p, action)
    else:
        unholy_units.answer_unholy_way(s, p, action)


# Where units may be.


@kernel
def is_lava(s, area):
    """Tell whether an area is Lava now."""
    return (s.lava >> area) & 1 != 0


@fills(hooks.terrain_of, STATE)
def terrain_of(s, p, area):
    """A Lava tile lies over what was there."""
    return LAVA if is_lava(s, area) else p.terrain[area]


@fills(hooks.may_enter, STATE)
def may_enter(s, p, unit, area, how):
    """Lava is closed but to the undying who come back, the church to the Unholy."""
    if has_trait(s, p, unit, GIGANTIC_UNIT):
        return how != hooks.BY_FOLLOW_UP
    if is_lava(s, area):
        if how == BY_PLACEMENT:
            return owner_of(s, unit) == UNHOLY
        return how == BY_PUSH and p.lava_entry == BOOK
    if p.is_interior[area] != 0 and owner_of(s, unit) == UNHOLY:
        return p.unholy_enter_church != 0
    return True


@fills(hooks.entered, STATE)
def entered(s, p, unit, area):
    """An Unholy unit drives the Priest out of each area it enters, if only to pass."""
    if owner_of(s, unit) == UNHOLY and p.priest_leaves_on == EVERY_AREA:
        drive_priest_out(s, p, area)


@fills(hooks.came_to_rest, STATE)
def came_to_rest(s, p, unit, area):
    """Or only where its move ends."""
    if owner_of(s, unit) == UNHOLY:
        drive_priest_out(s, p, area)


@fills(hooks.was_pushed, STATE)
def was_pushed(s, p, unit, origin, area):
    """Who is pushed into Lava gets hurt."""
    push_back.land_on_lava(s, p, unit, origin, area)


# Orders.


@fills(hooks.turn_started, STATE)
def turn_started(s, p, owner):
    """Count the orders of the turn anew."""
    s.activations_done = 0


@fills(hooks.activation_started, STATE)
def activation_started(s, p, area):
    """Note where the order lies; a Command lies nowhere."""
    if area != NOWHERE:
        s.order_area = area


@fills(hooks.activation_ended, STATE)
def activation_ended(s, p, area):
    """Where turning up is compulsory, it is done now."""
    if area != NOWHERE:
        s.order_area = NOWHERE
        relics.force_reveal(s, p, area)


@fills(hooks.order_resolved, STATE)
def order_resolved(s, p, owner):
    """After the second order of the turn the Leviathan roars, if the Round card says so."""
    order = argument(s, 2)
    if order == INTERRUPT or s.over != 0:
        return
    if order == ACTIVATION:
        s.activations_done += 1
    done = s.orders_done if p.roar_counts == ANY_ORDER else s.activations_done
    if done == p.roar_after_orders:
        roar.roar_by_card(s, p)


@fills(hooks.offer_actions, STATE)
def offer_actions(s, p, unit, acted):
    """Offer a Character the token of the area that has been activated, while he is there."""
    if not relics.is_hero(p, unit):
        return
    commanded = argument(s, 2) == ON_COMMAND
    if commanded and argument(s, 5) == 0:
        set_argument(s, 5, area_of(s, unit) + 1)
    where = argument(s, 5) - 1 if commanded else s.order_area
    if where == area_of(s, unit):
        relics.offer_tokens(s, p, unit, commanded and p.token_by_command == 0)


@fills(hooks.take_action, STATE)
def take_action(s, p, unit, action):
    """Turn the token up, or take a Relic: bonus actions both."""
    if action == REVEAL:
        relics.reveal(s, p, unit)
    elif action == EQUIP:
        relics.buy_later(s, p, unit)
    return False


# Combat.


@fills(hooks.attack_declared, STATE)
def attack_declared(s, p):
    """Begin to push at the North-East; see whose doing it is; carriers may be stronger."""
    push_back.forget_pointers(s)
    s.by_leviathan = 1 if s.attacker == LEVIATHAN else 0
    relics.strengthen_carriers(s, p)


@fills(hooks.soften, STATE)
def soften(s, p, after_shields):
    """The Holy Cross may cancel a Kill, after all other cancelling."""
    if after_shields:
        relics.cancel_by_cross(s, p)


@fills(hooks.may_reroll, STATE)
def may_reroll(s, p, unit, trait):
    """Saint Martha's Belt may give its carrier Parry."""
    return has_trait(s, p, unit, trait) or (
        trait == PARRY and relics.guards(s, p, BELT) and s.relic_holder[BELT] == unit
    )


@fills(hooks.gigantic_rank, STATE)
def gigantic_rank(s, p, unit):
    """The Leviathan strikes by its chart."""
    return target_rank(s, p, LEVIATHAN, unit)


@fills(hooks.wounded, STATE)
def wounded(s, p, unit, wounds):
    """Wounds that the player inflicts on the Leviathan count for XP."""
    if unit == p.leviathan:
        s.leviathan_wounds[means(s)] += wounds
        if s.cause != BY_NO_ATTACK:
            victory.note_wounds(s, p, wounds)


# Casualties.


@fills(hooks.camp_started, STATE)
def camp_started(s, p):
    """Nothing in the infirmary is the Leviathan's doing."""
    s.by_leviathan = 0


@fills(hooks.throws_doom, STATE)
def throws_doom(s, p, unit):
    """The undying throw no Doom die."""
    return owner_of(s, unit) != UNHOLY


@fills(hooks.camp_ended, STATE)
def camp_ended(s, p):
    """Then the Leviathan's board, and the undying."""
    if s.over == 0:
        board_casualties.begin_board(s, p)


# Hidden information.


@fills(hooks.hidden_redrawn, STATE)
def hidden_redrawn(s, p, player):
    """Deal the Relics under the face-down tokens anew."""
    relics.shuffle_hidden(s)
