"""The rules of Neue Heimat: the display, the auction, building, permits and scoring.

Lots are numbered row * 10 + lot - 1, so A1 is 0 and C10 is 29. Cubes are numbered colour * 6 + value - 1.
"""

from typing import Annotated, Any

import numpy as np

from quartier.core.engine.bits import below, lowest, nth, popcount
from quartier.core.engine.contract import CHANCE
from quartier.core.engine.records import record
from quartier.core.play.title import Option
from quartier.core.text.languages import N_

NAME = "Neue Heimat"
PREFIX = "NH"
RULES = 32
SEATS = (2, 5)
OPTIONS = {"show_money": Option((True, False), True, N_("Everybody sees the cheques in everybody's hand."))}

MOST_SEATS = 5
ROWS, LOTS = 3, 10
SPOTS = ROWS * LOTS
COLOURS, VALUES = 6, 6
CUBES = COLOURS * VALUES
DISPLAY_ROWS, DISPLAY = 3, 8
DISPLAYED = DISPLAY_ROWS * DISPLAY
CHEQUES = 12
MOST_MONEY = CHEQUES * MOST_SEATS
FIRST_LIMIT, LAST_LIMIT = 4, 9
PERMITS = 3
ALL_CUBES = (1 << CUBES) - 1

# NH-2: lots A1, A7, B3, B5, C2.
FENCED = 1 << 0 | 1 << 6 | 1 << 12 | 1 << 14 | 1 << 21
# NH-4: roofs by value, 0 is a blank.
ROOF_COUNTS = np.array([5, 2, 2, 2, 2, 2, 2], np.int64)

# Pieces that can be on offer: a cube by its number, then these.
PERMIT, BLANK, MAYOR, ROOF = CUBES, CUBES + PERMITS, CUBES + PERMITS + 1, CUBES + PERMITS + 2
NO_PIECE = -1
# Where a permit or the mayor is: a row, or
AVAILABLE, OUT = -1, -2
NO_SEAT = -1

# The alphabet of actions.
TO_BOX = 0
OFFER = 1  # 1L 1R 2L 2R 3L 3R, then permits I II III, blank, mayor, roof
OFFER_PERMIT = OFFER + 2 * DISPLAY_ROWS
OFFER_BLANK = OFFER_PERMIT + PERMITS
OFFER_MAYOR = OFFER_BLANK + 1
OFFER_ROOF = OFFER_MAYOR + 1
BID = OFFER_ROOF + 1  # bid of 1
PASS = BID + MOST_MONEY
SELL = PASS + 1
KEEP = SELL + 1
PUT = KEEP + 1
PUT_MAYOR = PUT + SPOTS
LENGTHEN = PUT_MAYOR + ROWS
SHORTEN = LENGTHEN + ROWS
REMOVE = SHORTEN + ROWS
DISCARD = REMOVE + PERMITS
CUBE = DISCARD + 1
FIRST = CUBE + CUBES
TURN_ROOF = FIRST + MOST_SEATS
ACTIONS = TURN_ROOF + VALUES + 1
# 24 cubes and the first player, then 46 turns: box, offer, roof, four bids, decision, placement.
LONGEST = DISPLAYED + 1 + 46 * 9

# Phases.
LAYING, CHOOSING_FIRST, OFFERING, TURNING, BIDDING, DECIDING, PLACING, OVER = range(8)

# NH-27: why the game ended.
GOING_ON, TWO_ROWS, ROOFS_PLACED, NOTHING_TO_ROOF, NOTHING_TO_OFFER = range(5)


@record
class State:
    """A position of Neue Heimat."""

    phase: Annotated[
        np.int8, (), "LAYING, CHOOSING_FIRST, OFFERING, TURNING, BIDDING, DECIDING, PLACING or OVER"
    ]
    players: Annotated[np.int8, (), "number of seats"]
    show_money: Annotated[np.int8, (), "option: 1 if the cheques in hand are open"]
    laid: Annotated[np.int8, (), "cubes laid out so far in the setup"]
    display: Annotated[
        np.int8, DISPLAYED, "the cube laid at each place of the display, also after it was taken"
    ]
    left: Annotated[np.int8, DISPLAY_ROWS, "leftmost place still taken in each display row"]
    right: Annotated[np.int8, DISPLAY_ROWS, "one behind the rightmost place still taken in each display row"]
    unseen: Annotated[np.int64, (), "set of cubes not laid out"]
    cubes: Annotated[np.int64, SPOTS, "set of cubes of the house on each lot"]
    roof: Annotated[np.int8, SPOTS, "value of the roof on each lot, 0 if none"]
    built: Annotated[np.int8, ROWS, "number of lots with a house in each row"]
    limit: Annotated[np.int8, ROWS, "lots that may be built in each row"]
    permit: Annotated[np.int8, PERMITS, "row of each permit, AVAILABLE or OUT"]
    sign: Annotated[
        np.int8, PERMITS, "1 if the permit lengthens its row, -1 if it shortens it, 0 if not placed"
    ]
    blank: Annotated[np.int8, (), "the blank cube: AVAILABLE or OUT"]
    mayor: Annotated[np.int8, (), "row of the mayor, AVAILABLE or OUT"]
    roofs: Annotated[np.int8, VALUES + 1, "face-down roofs of each value, 0 for blanks"]
    hand: Annotated[np.int8, MOST_SEATS, "cheques in each hand, in millions; -1 if concealed"]
    box: Annotated[np.int8, MOST_SEATS, "cheques in each black-money box, in millions"]
    owner: Annotated[np.int8, COLOURS, "seat that holds each colour, NO_SEAT if nobody"]
    auctioneer: Annotated[np.int8, (), "seat whose turn it is"]
    boxed: Annotated[np.int8, (), "1 if the auctioneer has put a cheque into the box in this turn"]
    piece: Annotated[np.int8, (), "piece on offer, NO_PIECE if none"]
    piece_roof: Annotated[np.int8, (), "value of the roof on offer, 0 if none"]
    bidder: Annotated[np.int8, (), "seat that bids, decides or places now"]
    bids: Annotated[np.int8, MOST_SEATS, "bid of each seat in this auction, 0 for none"]
    passed: Annotated[np.int64, (), "set of seats that have passed in this auction"]
    reason: Annotated[
        np.int8, (), "why the game ended: GOING_ON, TWO_ROWS, ROOFS_PLACED, NOTHING_TO_ROOF, NOTHING_TO_OFFER"
    ]


# ----- setup (NH-1 to NH-8) -----


def begin(s: Any, seats: int, options: Any, board: Any) -> None:
    """Empty rows, twelve cheques each, all roofs face down."""
    s.players, s.show_money = seats, options[0]
    s.unseen, s.piece, s.blank, s.mayor = ALL_CUBES, NO_PIECE, AVAILABLE, AVAILABLE
    for row in range(ROWS):
        s.limit[row], s.right[row], s.permit[row] = FIRST_LIMIT, DISPLAY, AVAILABLE
    for value in range(VALUES + 1):
        s.roofs[value] = ROOF_COUNTS[value]
    for colour in range(COLOURS):
        s.owner[colour] = NO_SEAT
    for seat in range(seats):
        s.hand[seat] = CHEQUES


def lay_cube(s: Any, cube: int) -> None:
    """NH-7: the next place of the display."""
    s.unseen &= ~(1 << cube)
    s.display[s.laid] = cube
    s.laid += 1
    if s.laid == DISPLAYED:
        s.phase = CHOOSING_FIRST


# ----- the turn (NH-9 to NH-15) -----


def to_act(s: Any) -> int:
    """Chance for cubes, the first player and a roof, else one seat."""
    if s.phase == OVER:
        return 0
    if s.phase <= CHOOSING_FIRST or s.phase == TURNING:
        return CHANCE
    return 1 << s.bidder


def start_turn(s: Any, seat: int) -> None:
    """NH-9, NH-10: a new auctioneer."""
    s.auctioneer, s.bidder, s.boxed = seat, seat, 0
    s.piece, s.piece_roof = NO_PIECE, 0
    s.phase = OFFERING


def put_in_box(s: Any, seat: int) -> None:
    """NH-9: one cheque goes into the box for good."""
    s.hand[seat] -= 1
    s.box[seat] += 1
    s.boxed = 1


def offer(s: Any, what: int) -> None:
    """NH-10: a piece leaves the display or the supply and is auctioned; a roof is turned over first."""
    if what < OFFER_PERMIT:
        s.piece = take_cube(s, (what - OFFER) // 2, (what - OFFER) % 2)
    else:
        s.piece = PERMIT + what - OFFER_PERMIT
    if s.piece == ROOF:
        s.phase = TURNING
    else:
        start_auction(s)


def take_cube(s: Any, row: int, from_right: int) -> int:
    """The outer cube of a display row."""
    cube = outer_cube(s, row, from_right)
    if from_right:
        s.right[row] -= 1
    else:
        s.left[row] += 1
    return cube


def turn_roof(s: Any, value: int) -> None:
    """NH-10, NH-11: a valued roof is auctioned, a blank ends the turn."""
    s.roofs[value] -= 1
    s.piece_roof = value
    if value == 0:
        end_turn(s)
    else:
        start_auction(s)


def start_auction(s: Any) -> None:
    """NH-12: bidding starts at the auctioneer's left neighbour."""
    s.phase, s.passed = BIDDING, 0
    for seat in range(MOST_SEATS):
        s.bids[seat] = 0
    s.bidder = (s.auctioneer + 1) % s.players


def bid(s: Any, seat: int, amount: int) -> None:
    """NH-12: one chance for everybody; 0 is a pass."""
    s.bids[seat] = amount
    if amount == 0:
        s.passed |= 1 << seat
    s.bidder = (seat + 1) % s.players
    if s.bidder == s.auctioneer:
        end_auction(s)


def highest_bid(s: Any) -> int:
    """The highest bid so far, 0 if there is none."""
    best = 0
    for seat in range(s.players):
        best = max(best, s.bids[seat])
    return best


def highest_bidder(s: Any) -> int:
    """The seat with the highest bid; NO_SEAT if nobody bids."""
    for seat in range(s.players):
        if s.bids[seat] > 0 and s.bids[seat] == highest_bid(s):
            return seat
    return NO_SEAT


def end_auction(s: Any) -> None:
    """NH-13, NH-14: a decision, a forced sale, or the piece for nothing."""
    price = highest_bid(s)
    if price == 0:
        give(s, s.auctioneer)
    elif s.hand[s.auctioneer] >= price:
        s.phase = DECIDING
    else:
        sell(s)


def sell(s: Any) -> None:
    """NH-13: the highest bidder pays the auctioneer and gets the piece."""
    buyer = highest_bidder(s)
    pay(s, buyer, s.auctioneer, highest_bid(s))
    give(s, buyer)


def keep(s: Any) -> None:
    """NH-13: the auctioneer pays the highest bidder and keeps the piece."""
    pay(s, s.auctioneer, highest_bidder(s), highest_bid(s))
    give(s, s.auctioneer)


def pay(s: Any, payer: int, receiver: int, amount: int) -> None:
    """NH-6: money only moves between players."""
    s.hand[payer] -= amount
    s.hand[receiver] += amount


def give(s: Any, seat: int) -> None:
    """NH-15: who got the piece uses it at once."""
    s.bidder, s.phase = seat, PLACING


def end_turn(s: Any) -> None:
    """NH-15, NH-27: the end, or the auctioneer's left neighbour."""
    s.reason = end_reason(s)
    if s.reason != GOING_ON:
        s.phase, s.piece = OVER, NO_PIECE
        return
    start_turn(s, (s.auctioneer + 1) % s.players)


def end_reason(s: Any) -> int:
    """NH-27: the first of the end conditions that holds."""
    if finished_rows(s) >= 2:
        return TWO_ROWS
    if valued_roofs_left(s) == 0:
        return ROOFS_PLACED
    if unroofed(s) == 0 and displayed(s) == 0:
        return NOTHING_TO_ROOF
    return GOING_ON if anything_to_offer(s) else NOTHING_TO_OFFER


def valued_roofs_left(s: Any) -> int:
    """NH-4: roofs with a value that still lie face down."""
    total = 0
    for value in range(1, VALUES + 1):
        total += s.roofs[value]
    return total


def displayed(s: Any) -> int:
    """NH-7: point cubes left in the display."""
    total = 0
    for row in range(DISPLAY_ROWS):
        total += s.right[row] - s.left[row]
    return total


def outer_cube(s: Any, row: int, from_right: int) -> int:
    """NH-10: the cube at the left or right end of a display row that is not empty."""
    return s.display[row * DISPLAY + (s.right[row] - 1 if from_right else s.left[row])]


def may_offer_cube(s: Any, row: int, from_right: int) -> bool:
    """NH-10: an outer cube that has a place; the last one of a row is called the left one."""
    return s.right[row] - s.left[row] > from_right and has_place(s, outer_cube(s, row, from_right))


def is_available(s: Any, piece: int) -> bool:
    """NH-10: whether a permit, the blank cube or the mayor has not been offered yet."""
    if piece == MAYOR:
        return s.mayor == AVAILABLE
    return (s.blank if piece == BLANK else s.permit[piece - PERMIT]) == AVAILABLE


def may_offer_roof(s: Any) -> bool:
    """NH-10: a roof lies face down, and a house waits for it."""
    return unroofed(s) > 0 and valued_roofs_left(s) + s.roofs[0] > 0


def anything_to_offer(s: Any) -> bool:
    """NH-27 (4): whether there is a piece to offer."""
    for row in range(DISPLAY_ROWS):
        if may_offer_cube(s, row, 0) or may_offer_cube(s, row, 1):
            return True
    for piece in range(PERMIT, ROOF):
        if is_available(s, piece):
            return True
    return may_offer_roof(s)


# ----- building (NH-16 to NH-25) -----


def value_of(cube: int) -> int:
    """Points of a cube."""
    return cube % VALUES + 1


def colour_of(cube: int) -> int:
    """Colour of a cube."""
    return cube // VALUES


def is_built(piece: int) -> bool:
    """NH-15: cubes and roofs are placed on lots, all else beside the rows."""
    return piece < PERMIT or piece == ROOF


def top_of(s: Any, spot: int) -> int:
    """NH-17: the top cube of a house: values fall from the ground up, so the lowest. -1 without a house."""
    best = -1
    cubes = s.cubes[spot]
    while cubes:
        cube = lowest(cubes)
        cubes &= cubes - 1
        if best < 0 or value_of(cube) < value_of(best):
            best = cube
    return best


def next_lot(s: Any, row: int) -> int:
    """NH-16: the lot that is built next in a row."""
    return row * LOTS + s.built[row]


def may_put_cube(s: Any, cube: int, spot: int) -> bool:
    """NH-16, NH-17: on the next free lot within the limit, or on a house."""
    if s.cubes[spot]:
        return may_stack(s, cube, spot)
    row = spot // LOTS
    return spot == next_lot(s, row) and s.built[row] < s.limit[row]


def may_stack(s: Any, cube: int, spot: int) -> bool:
    """NH-2, NH-17: a higher cube on top, no roof, no fence."""
    return not FENCED >> spot & 1 and s.roof[spot] == 0 and value_of(top_of(s, spot)) > value_of(cube)


def has_place(s: Any, cube: int) -> bool:
    """NH-10: whether a cube can be built anywhere."""
    for spot in range(SPOTS):
        if may_put_cube(s, cube, spot):
            return True
    return False


def may_put_roof(s: Any, spot: int) -> bool:
    """NH-20: on any house without one."""
    return s.cubes[spot] != 0 and s.roof[spot] == 0


def unroofed(s: Any) -> int:
    """Number of houses without a roof."""
    total = 0
    for spot in range(SPOTS):
        total += 1 if may_put_roof(s, spot) else 0
    return total


def limit_allowed(s: Any, row: int, limit: int) -> bool:
    """NH-23, NH-24: 1 to 9, and no shorter than what is built (so a finished row is never shortened)."""
    return max(1, s.built[row]) <= limit <= LAST_LIMIT


def may_remove(s: Any, permit: int) -> bool:
    """NH-25: a permit that stands at a row which may do without it."""
    row = s.permit[permit]
    return row >= 0 and limit_allowed(s, row, s.limit[row] - s.sign[permit] * (permit + 1))


def put(s: Any, seat: int, spot: int) -> None:
    """NH-16 to NH-20: a cube or a roof goes on a lot."""
    if s.piece == ROOF:
        s.roof[spot] = s.piece_roof
        return
    if s.cubes[spot] == 0:
        s.built[spot // LOTS] += 1
    s.cubes[spot] |= 1 << s.piece
    if s.owner[colour_of(s.piece)] == NO_SEAT:
        s.owner[colour_of(s.piece)] = seat


def change_limit(s: Any, row: int, sign: int) -> None:
    """NH-22: a permit lengthens or shortens a row."""
    permit = s.piece - PERMIT
    s.permit[permit], s.sign[permit] = row, sign
    s.limit[row] += sign * (permit + 1)


def remove(s: Any, permit: int) -> None:
    """NH-25: the blank cube takes a permit away."""
    s.limit[s.permit[permit]] -= s.sign[permit] * (permit + 1)
    s.permit[permit], s.sign[permit], s.blank = OUT, 0, OUT


def discard(s: Any) -> None:
    """NH-21, NH-22, NH-25: the piece leaves the game."""
    if s.piece == MAYOR:
        s.mayor = OUT
    elif s.piece == BLANK:
        s.blank = OUT
    else:
        s.permit[s.piece - PERMIT] = OUT


def use(s: Any, seat: int, action: int) -> None:
    """NH-15: use the piece."""
    if action < PUT_MAYOR:
        put(s, seat, action - PUT)
    elif action < LENGTHEN:
        s.mayor = action - PUT_MAYOR
    elif action < REMOVE:
        change_limit(s, (action - LENGTHEN) % ROWS, 1 if action < SHORTEN else -1)
    elif action < DISCARD:
        remove(s, action - REMOVE)
    else:
        discard(s)
    end_turn(s)


def play(s: Any, actor: int, action: int) -> None:
    """Apply a legal action."""
    if actor == CHANCE:
        happen(s, action)
    elif action == TO_BOX:
        put_in_box(s, actor)
    elif action < BID:
        offer(s, action)
    elif action <= PASS:
        bid(s, actor, (action - BID + 1) % (MOST_MONEY + 1))
    elif action == SELL:
        sell(s)
    elif action == KEEP:
        keep(s)
    else:
        use(s, actor, action)


def happen(s: Any, action: int) -> None:
    """Apply an outcome of chance."""
    if action < FIRST:
        lay_cube(s, action - CUBE)
    elif action < TURN_ROOF:
        start_turn(s, action - FIRST)
    else:
        turn_roof(s, action - TURN_ROOF)


# ----- what is legal -----


def legal(s: Any, actor: int, out: Any) -> int:
    """Every legal action of the seat in turn."""
    if to_act(s) != 1 << actor:
        return 0
    if s.phase == OFFERING:
        return list_offers(s, actor, out)
    if s.phase == BIDDING:
        return list_bids(s, actor, out)
    if s.phase == DECIDING:
        out[0], out[1] = SELL, KEEP
        return 2
    return list_uses(s, out)


def list_offers(s: Any, seat: int, out: Any) -> int:
    """NH-9, NH-10: the box, then every piece."""
    count = 0
    if s.hand[seat] > 0 and not s.boxed:
        out[0], count = TO_BOX, 1
    for row in range(DISPLAY_ROWS):
        for from_right in range(2):
            if may_offer_cube(s, row, from_right):
                out[count] = OFFER + 2 * row + from_right
                count += 1
    return list_supply(s, out, count)


def list_supply(s: Any, out: Any, count: int) -> int:
    """NH-10: permits, blank cube, mayor and roof, appended."""
    for piece in range(PERMIT, ROOF):
        if is_available(s, piece):
            out[count] = OFFER_PERMIT + piece - PERMIT
            count += 1
    if may_offer_roof(s):
        out[count] = OFFER_ROOF
        count += 1
    return count


def list_bids(s: Any, seat: int, out: Any) -> int:
    """NH-12: every higher bid that the hand can pay, and passing."""
    low, count = highest_bid(s) + 1, 0
    for amount in range(low, s.hand[seat] + 1):
        out[count] = BID + amount - 1
        count += 1
    out[count] = PASS
    return count + 1


def list_uses(s: Any, out: Any) -> int:
    """NH-15 to NH-25: every use of the piece; only what is not built may leave the game."""
    if is_built(s.piece):
        return list_puts(s, out)
    count = list_placements(s, out)
    out[count] = DISCARD
    return count + 1


def list_placements(s: Any, out: Any) -> int:
    """NH-21 to NH-25: every use of the mayor, the blank cube or a permit at a row."""
    if s.piece == MAYOR:
        return list_mayor(out)
    return list_removals(s, out) if s.piece == BLANK else list_limits(s, out)


def list_puts(s: Any, out: Any) -> int:
    """NH-16 to NH-20: every lot for the cube or the roof."""
    count = 0
    for spot in range(SPOTS):
        if may_put_roof(s, spot) if s.piece == ROOF else may_put_cube(s, s.piece, spot):
            out[count] = PUT + spot
            count += 1
    return count


def list_mayor(out: Any) -> int:
    """NH-21: every row for the mayor."""
    for row in range(ROWS):
        out[row] = PUT_MAYOR + row
    return ROWS


def list_limits(s: Any, out: Any) -> int:
    """NH-22 to NH-24: every row that the permit may lengthen, then every one that it may shorten."""
    steps, count = s.piece - PERMIT + 1, 0
    for row in range(ROWS):
        if limit_allowed(s, row, s.limit[row] + steps):
            out[count] = LENGTHEN + row
            count += 1
    for row in range(ROWS):
        if limit_allowed(s, row, s.limit[row] - steps):
            out[count] = SHORTEN + row
            count += 1
    return count


def list_removals(s: Any, out: Any) -> int:
    """NH-25: every permit that the blank cube may take away."""
    count = 0
    for permit in range(PERMITS):
        if may_remove(s, permit):
            out[count] = REMOVE + permit
            count += 1
    return count


# Refusals: 10 * rule number + variant; each has its sentence in words.py.
GAME_OVER, NOT_IN_TURN = 270, 150
NOT_OFFERING, NOT_BIDDING, NOT_DECIDING, NOT_PLACING = 101, 120, 130, 151
NO_CHEQUE, BOXED_ALREADY = 90, 91
ROW_EMPTY, ONLY_LEFT, NO_PLACE, PIECE_GONE, NO_HOUSE_TO_ROOF, NO_ROOF_LEFT = 102, 103, 104, 105, 106, 107
TOO_LOW, TOO_MUCH = 121, 122
NOT_NEXT_LOT, BEYOND_LIMIT = 160, 161
NOT_LOWER, ROOFED, FENCE = 170, 171, 20
NOT_A_HOUSE, ROOFED_ALREADY = 200, 201
MUST_BUILD, WRONG_USE = 190, 152
LIMIT_RANGE, BELOW_BUILT = 230, 240
PERMIT_NOT_PLACED, REMOVAL_TOO_SHORT = 250, 251
NOT_CHANCE, CUBE_GONE, NOT_A_SEAT, ROOF_GONE = 153, 70, 80, 40


def forbid(s: Any, actor: int, action: int) -> int:
    """0, or why the action is illegal."""
    if s.phase == OVER:
        return GAME_OVER
    if actor == CHANCE:
        return forbid_outcome(s, action)
    if to_act(s) != 1 << actor or action >= CUBE:
        return NOT_IN_TURN
    if action < BID:
        return forbid_opening(s, actor, action)
    if action <= PASS:
        return forbid_bid(s, actor, action)
    if action <= KEEP:
        return 0 if s.phase == DECIDING else NOT_DECIDING
    return forbid_use(s, action) if s.phase == PLACING else NOT_PLACING


def forbid_opening(s: Any, seat: int, action: int) -> int:
    """NH-9, NH-10 for the box or an offer."""
    if s.phase != OFFERING:
        return NOT_OFFERING
    if action != TO_BOX:
        return forbid_offer(s, action)
    if s.boxed:
        return BOXED_ALREADY
    return 0 if s.hand[seat] > 0 else NO_CHEQUE


def forbid_offer(s: Any, what: int) -> int:
    """NH-10 for a piece."""
    if what < OFFER_PERMIT:
        return forbid_cube_offer(s, (what - OFFER) // 2, (what - OFFER) % 2)
    if what == OFFER_ROOF:
        return forbid_roof_offer(s)
    return 0 if is_available(s, PERMIT + what - OFFER_PERMIT) else PIECE_GONE


def forbid_cube_offer(s: Any, row: int, from_right: int) -> int:
    """NH-10 for an outer cube of a display row; the last one is called the left one."""
    count = s.right[row] - s.left[row]
    if count == 0:
        return ROW_EMPTY
    if count == 1 and from_right:
        return ONLY_LEFT
    return 0 if has_place(s, outer_cube(s, row, from_right)) else NO_PLACE


def forbid_roof_offer(s: Any) -> int:
    """NH-10 for a roof."""
    if unroofed(s) == 0:
        return NO_HOUSE_TO_ROOF
    return 0 if valued_roofs_left(s) + s.roofs[0] > 0 else NO_ROOF_LEFT


def forbid_bid(s: Any, seat: int, action: int) -> int:
    """NH-12 for a bid or a pass."""
    if s.phase != BIDDING:
        return NOT_BIDDING
    if action == PASS:
        return 0
    amount = action - BID + 1
    if amount <= highest_bid(s):
        return TOO_LOW
    return 0 if amount <= s.hand[seat] else TOO_MUCH


def forbid_use(s: Any, action: int) -> int:
    """NH-16 to NH-25 for a use of the piece."""
    if action < PUT_MAYOR:
        return forbid_put(s, action - PUT)
    if is_built(s.piece):
        return MUST_BUILD if action == DISCARD else WRONG_USE
    if action == DISCARD:
        return 0
    if action < LENGTHEN:
        return 0 if s.piece == MAYOR else WRONG_USE
    if action < REMOVE:
        return forbid_permit(s, (action - LENGTHEN) % ROWS, 1 if action < SHORTEN else -1)
    return forbid_removal(s, action - REMOVE)


def forbid_put(s: Any, spot: int) -> int:
    """NH-16 to NH-20 for a lot."""
    if s.piece == ROOF:
        if s.cubes[spot] == 0:
            return NOT_A_HOUSE
        return 0 if s.roof[spot] == 0 else ROOFED_ALREADY
    if s.piece >= PERMIT:
        return WRONG_USE
    if s.cubes[spot]:
        return forbid_stack(s, spot)
    row = spot // LOTS
    if spot % LOTS >= s.limit[row]:
        return BEYOND_LIMIT
    return 0 if spot % LOTS == s.built[row] else NOT_NEXT_LOT


def forbid_stack(s: Any, spot: int) -> int:
    """NH-2, NH-17 for a house."""
    if s.roof[spot]:
        return ROOFED
    if FENCED >> spot & 1:
        return FENCE
    return 0 if value_of(top_of(s, spot)) > value_of(s.piece) else NOT_LOWER


def forbid_permit(s: Any, row: int, sign: int) -> int:
    """NH-22 to NH-24 for a row."""
    if not PERMIT <= s.piece < BLANK:
        return WRONG_USE
    limit = s.limit[row] + sign * (s.piece - PERMIT + 1)
    if not 1 <= limit <= LAST_LIMIT:
        return LIMIT_RANGE
    return 0 if limit >= s.built[row] else BELOW_BUILT


def forbid_removal(s: Any, permit: int) -> int:
    """NH-25 for a permit."""
    if s.piece != BLANK:
        return WRONG_USE
    if s.permit[permit] < 0:
        return PERMIT_NOT_PLACED
    return 0 if may_remove(s, permit) else REMOVAL_TOO_SHORT


def forbid_outcome(s: Any, action: int) -> int:
    """NH-4, NH-7, NH-8 for an outcome of chance."""
    if to_act(s) != CHANCE or action < CUBE:
        return NOT_CHANCE
    if action < FIRST:
        return 0 if s.phase == LAYING and s.unseen >> (action - CUBE) & 1 else CUBE_GONE
    if action < TURN_ROOF:
        return 0 if s.phase == CHOOSING_FIRST and action - FIRST < s.players else NOT_A_SEAT
    return 0 if s.phase == TURNING and s.roofs[action - TURN_ROOF] else ROOF_GONE


# ----- chance -----


def outcomes(s: Any, out: Any, weights: Any) -> int:
    """The cubes not yet drawn, the seats, or the face-down roofs by their copies."""
    count = 0
    if s.phase == TURNING:
        for value in range(VALUES + 1):
            if s.roofs[value]:
                out[count], weights[count] = TURN_ROOF + value, s.roofs[value]
                count += 1
        return count
    bits = s.unseen if s.phase == LAYING else (1 << s.players) - 1
    while bits:
        out[count], weights[count] = (CUBE if s.phase == LAYING else FIRST) + lowest(bits), 1
        bits &= bits - 1
        count += 1
    return count


def draw(s: Any, rng: Any, out: Any, weights: Any) -> int:
    """A random outcome by weight."""
    if s.phase == LAYING:
        return CUBE + nth(s.unseen, below(rng, popcount(s.unseen)))
    if s.phase == CHOOSING_FIRST:
        return FIRST + below(rng, s.players)
    left = below(rng, valued_roofs_left(s) + s.roofs[0])
    value = 0
    while left >= s.roofs[value]:
        left -= s.roofs[value]
        value += 1
    return TURN_ROOF + value


# ----- scoring (NH-26 to NH-31) -----


def finished(s: Any, row: int) -> bool:
    """NH-26: every lot within the limit has a house with a roof."""
    if s.built[row] == 0 or s.built[row] < s.limit[row]:
        return False
    for spot in range(row * LOTS, row * LOTS + s.built[row]):
        if s.roof[spot] == 0:
            return False
    return True


def finished_rows(s: Any) -> int:
    """Number of finished rows."""
    total = 0
    for row in range(ROWS):
        total += 1 if finished(s, row) else 0
    return total


def house_points(s: Any, spot: int) -> int:
    """NH-28: all cubes and the roof."""
    total = s.roof[spot]
    cubes = s.cubes[spot]
    while cubes:
        total += value_of(lowest(cubes))
        cubes &= cubes - 1
    return total


def row_points(s: Any, row: int, seat: int) -> int:
    """NH-28, NH-29: the houses of a seat in a row, doubled by the mayor, before the sign."""
    total = 0
    for spot in range(row * LOTS, row * LOTS + s.built[row]):
        if s.owner[colour_of(top_of(s, spot))] == seat:
            total += house_points(s, spot)
    return 2 * total if s.mayor == row else total


def score(s: Any, seat: int) -> int:
    """NH-29, NH-30: finished rows count plus, unfinished ones minus; a cheque in the box is a point."""
    total = s.box[seat]
    for row in range(ROWS):
        points = row_points(s, row, seat)
        total += points if finished(s, row) else -points
    return total


def winners(s: Any) -> int:
    """NH-31: the highest score; a tie goes to more cheques, then it is shared."""
    best, found = -(10**9), 0
    for seat in range(s.players):
        rank = score(s, seat) * 100 + s.hand[seat] + s.box[seat]
        if rank > best:
            best, found = rank, 0
        if rank == best:
            found |= 1 << seat
    return found


# ----- information (NH-32) -----


def sees(s: Any, seat: int) -> int:
    """All draws are seen by everybody."""
    return 1


def conceal(s: Any, seat: int) -> None:
    """With `show_money` off the cheques in the hands of others are not shown."""
    for other in range(s.players):
        if not s.show_money and other != seat:
            s.hand[other] = -1


def hidden_money(s: Any) -> int:
    """NH-6: the cheques in all concealed hands together."""
    total = CHEQUES * s.players
    for seat in range(s.players):
        total -= s.box[seat] + max(0, s.hand[seat])
    return total


def imagine(s: Any, seat: int, rng: Any) -> None:
    """Concealed hands add up to what is missing; each split that agrees with the bids made is equally likely."""
    money, hands = hidden_money(s), 0
    for other in range(s.players):
        if s.hand[other] < 0:
            s.hand[other] = due(s, other)
            money -= s.hand[other]
            hands |= 1 << other
    while hands:
        other = lowest(hands)
        hands &= hands - 1
        share = random_share(rng, money, popcount(hands)) if hands else money
        s.hand[other] += share
        money -= share


def due(s: Any, seat: int) -> int:
    """What a seat must hold: its own bid while it stands, the highest one for an auctioneer who decides."""
    if s.phase == PLACING:
        return due_after_payment(s, seat)
    if s.phase == DECIDING and seat == s.auctioneer:
        return highest_bid(s)
    return s.bids[seat] if s.phase == BIDDING or s.phase == DECIDING else 0


def due_after_payment(s: Any, seat: int) -> int:
    """NH-13: the price for whom it was paid to, and every bid for which nothing was paid."""
    if seat == s.bidder:
        return 0
    if seat == s.auctioneer:
        return highest_bid(s)
    return s.bids[seat] + (highest_bid(s) if seat == highest_bidder(s) else 0)


def random_share(rng: Any, money: int, others: int) -> int:
    """What one hand gets when all splits of `money` among it and `others` more hands are equally likely."""
    pick = below(rng, splits(money, others + 1))
    share = 0
    while pick >= splits(money - share, others):
        pick -= splits(money - share, others)
        share += 1
    return share


def splits(money: int, hands: int) -> int:
    """Number of ways to split money among some hands, (money + hands - 1) over (hands - 1)."""
    ways = 1
    for i in range(1, hands):
        ways = ways * (money + i) // i
    return ways
