"""Ratings are not farmed: short games, repeated wins and shared connections, and what moderators do about the rest."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sqlalchemy as sa

from quartier.server.access.throttling import LoginThrottle
from quartier.server.domain.rating.method import NEWCOMER, Rating, update_ratings
from quartier.server.domain.rating.repetition import repetition_weight
from quartier.server.storage.audit import audit
from quartier.server.storage.rating.rating_schema import rating
from quartier.server.storage.schema import account, host, seat

from .harness import FRIEND, Player, everyone_moves, quiet
from .test_ratings import code, open_rated_table, outcomes, register, sits
from .timing import Timed, serve_timed


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    """One server for all: each test has accounts of its own."""
    with serve_timed(quiet(tmp_path_factory.mktemp("fair") / "games.db")) as here:
        yield here


@pytest.fixture(autouse=True)
def fresh(here: Timed) -> None:
    here.server.services.account_service.throttle = LoginThrottle()


def plays(here: Timed, winner: Player, loser: Player, moves: int = 2) -> str:
    """A rated game in which each makes so many moves, then one resigns. Returns its id."""
    sits(loser, open_rated_table(winner, FRIEND)).raise_for_status()
    everyone_moves(winner, loser, moves=moves)
    loser.post("resign").raise_for_status()
    here.passes(1)
    return winner.table


def gains(here: Timed, game: str) -> list[float | None]:
    return [None if row.after is None else row.after - row.before for row in outcomes(here.server, game)]


def ratings(here: Timed, *names: str) -> dict[str, tuple[float, float, int]]:
    """What is stored of these accounts."""
    query = sa.select(account.c.name, rating.c.value, rating.c.deviation, rating.c.games).join(
        account, account.c.id == rating.c.account
    )
    with here.server.services.database.read() as connection:
        rows = connection.execute(query.where(account.c.name.in_(names)))
        return {row[0]: (row[1], row[2], row[3]) for row in rows}


def moderator(here: Timed, name: str) -> Player:
    player = register(here.url, name)
    with here.server.services.database.engine.begin() as connection:
        own = connection.scalar(sa.select(account.c.id).where(account.c.name == name))
        connection.execute(host.insert().values(account=own, since=0.0))
    return player


def connects_from(player: Player, address: str) -> Player:
    player.client.headers["X-Forwarded-For"] = address
    return player


# ----- what counts -----


@pytest.mark.parametrize("moves", [0, 1])
def test_a_game_in_which_someone_made_fewer_than_two_moves_changes_no_rating(here: Timed, moves: int) -> None:
    one, two = register(here.url, f"Farmer {moves}"), register(here.url, f"Sham {moves}")
    game = plays(here, one, two, moves)
    assert gains(here, game) == [None, None]
    line = "No ratings change: not every player made two moves."
    assert one.view(lang="en")["log"][-1]["line"] == line
    assert ratings(here, f"Farmer {moves}") == {}


def test_repeated_wins_over_the_same_player_count_less_and_less(here: Timed) -> None:
    one, two = register(here.url, "Again One"), register(here.url, "Again Two")
    players, expected = [NEWCOMER, NEWCOMER], []
    for number in range(4):
        after = update_ratings(players, [1, 2], lambda own, other, number=number: 1 / (1 + number))
        expected.append(after[0].value - players[0].value)
        players = after
    gained = [gains(here, plays(here, one, two))[0] for _ in range(4)]
    assert gained == pytest.approx(expected)
    farmed = sum(expected)
    full = [NEWCOMER, NEWCOMER]
    for _ in range(4):
        full = update_ratings(full, [1, 2])
    assert farmed < 0.8 * (full[0].value - 1000)
    # Who loses as often as they win is rated in full, and so is everyone after a week.
    lost = gains(here, plays(here, two, one))[0]
    assert lost is not None
    assert gained[-1] is not None
    assert lost > gained[-1]


def test_after_a_week_a_win_counts_in_full_again(here: Timed) -> None:
    one, two = register(here.url, "Week One"), register(here.url, "Week Two")
    plays(here, one, two)
    here.passes(8 * 24 * 3600)
    before = [Rating(*ratings(here, name)[name][:2]) for name in ("Week One", "Week Two")]
    expected = update_ratings(before, [1, 2])[0].value - before[0].value
    assert gains(here, plays(here, one, two))[0] == pytest.approx(expected)


def test_the_weight_of_a_win_depends_on_the_lead_alone() -> None:
    assert [repetition_weight(lead) for lead in (-3, 0, 1, 3)] == [1.0, 1.0, 0.5, 0.25]


@pytest.mark.parametrize(
    ("addresses", "rated"),
    [
        (("203.0.113.5", "203.0.113.5"), False),
        (("2001:db8:1:200::1", "2001:db8:1:2ff::2"), False),  # one /56 network
        (("203.0.113.5", "203.0.113.6"), True),
        (("2001:db8:1:200::1", "2001:db8:1:300::1"), True),
    ],
)
def test_accounts_of_one_connection_do_not_rate_each_other(
    here: Timed, addresses: tuple[str, str], rated: bool
) -> None:
    number = addresses[1].replace(":", " ").replace(".", " ")[-6:]
    one = connects_from(register(here.url, f"Home A{number}"), addresses[0])
    two = connects_from(register(here.url, f"Home B{number}"), addresses[1])
    game = plays(here, one, two)
    assert [gain is not None for gain in gains(here, game)] == [rated, rated]
    if not rated:
        line = "No ratings change: the players share an internet connection."
        assert one.view(lang="en")["over"]["reason"].endswith(line)
    with here.server.services.database.read() as connection:  # the hash lasts as long as the game
        assert set(connection.scalars(sa.select(seat.c.network))) == {None}


def test_of_three_only_those_of_one_connection_do_not_rate_each_other(here: Timed) -> None:
    people = [register(here.url, f"Three {number}") for number in range(3)]
    for player, address in zip(people, ("203.0.113.5", "203.0.113.5", "203.0.113.9"), strict=True):
        connects_from(player, address)
    open_rated_table(people[0], FRIEND, FRIEND, title="block_city")
    for number in (1, 2):
        sits(people[number], people[0], number).raise_for_status()
    everyone_moves(*people)
    for number in (1, 2, 0):
        people[number].post("resign").raise_for_status()
    game = people[0].table
    assert [row.network for row in outcomes(here.server, game)] == [0, 0, None]
    alone = update_ratings(
        [NEWCOMER] * 3,
        [row.place for row in outcomes(here.server, game)],
        lambda own, other: 2 in (own, other),
    )
    assert gains(here, game) == pytest.approx([new.value - 1000 for new in alone])


def test_a_school_may_rate_within_its_connection(tmp_path_factory: pytest.TempPathFactory) -> None:
    settings = quiet(tmp_path_factory.mktemp("school") / "games.db", rate_shared_networks=True)
    with serve_timed(settings) as school:
        one, two = (
            connects_from(register(school.url, name), "203.0.113.5") for name in ("Pupil A", "Pupil B")
        )
        assert None not in gains(school, plays(school, one, two))


# ----- what moderators do -----


def test_a_voided_game_never_was_and_a_reinstated_one_was(here: Timed) -> None:
    """All ratings are what they would be without it, to the last bit; and as before when it counts again."""
    people = {name: register(here.url, name) for name in ("Void A", "Void B", "Void C", "Calm A", "Calm B")}
    boss = moderator(here, "Void Boss")
    games = [
        plays(here, people[winner], people[loser])
        for winner, loser in (
            ("Void A", "Void B"),
            ("Calm A", "Calm B"),
            ("Void A", "Void B"),
            ("Void C", "Void A"),
            ("Void B", "Void C"),
        )
    ]
    before, calm = ratings(here, *people), gains(here, games[1])
    assert boss.client.post("/api/host/ratings", json={"id": games[0], "action": "void"}).status_code == 200
    state = dict.fromkeys(people, NEWCOMER)
    for winner, loser in (("Void A", "Void B"), ("Void C", "Void A"), ("Void B", "Void C")):
        state[winner], state[loser] = update_ratings([state[winner], state[loser]], [1, 2])
    after = ratings(here, *people)
    for name in ("Void A", "Void B", "Void C"):
        assert after[name][:2] == pytest.approx((state[name].value, state[name].deviation))
    assert (after["Void A"][2], after["Void C"][2]) == (before["Void A"][2] - 1, before["Void C"][2])
    assert gains(here, games[1]) == calm
    view = people["Void A"].client.get(f"/api/tables/{games[0]}", params={"lang": "en"}).json()
    assert view["over"]["reason"].endswith("A moderator voided this game: it changes no ratings.")
    again = boss.client.post("/api/host/ratings", json={"id": games[0], "action": "void"})
    assert code(again) == (409, "decided")
    boss.client.post("/api/host/ratings", json={"id": games[0], "action": "reinstate"}).raise_for_status()
    assert ratings(here, *people) == before
    assert audit(here.server.services.settings).broken == []
    log = boss.client.get("/host", params={"lang": "en"}).text
    assert f"voided the rated game {games[0]}" in log
    assert f"reinstated the rated game {games[0]}" in log


def test_a_pair_is_listed_and_voided_at_once(here: Timed) -> None:
    one, two = register(here.url, "Pair One"), register(here.url, "Pair Two")
    boss = moderator(here, "Pair Boss")
    for _ in range(3):
        plays(here, one, two)
    page = boss.client.get("/host", params={"lang": "en"}).text
    assert "Play each other often" in page
    assert "Void 3 games" in page
    pair = {"one": "Pair Two", "other": "Pair One", "title": "city_blocks"}
    boss.client.post("/api/host/ratings", json={**pair, "action": "void"}).raise_for_status()
    assert ratings(here, "Pair One", "Pair Two") == {}
    boss.client.post("/api/host/ratings", json={**pair, "action": "reinstate"}).raise_for_status()
    assert ratings(here, "Pair One")["Pair One"][2] == 3


def test_accounts_that_only_lose_to_one_are_listed_and_voided(here: Timed) -> None:
    farmer, boss = register(here.url, "Farmer"), moderator(here, "Farm Boss")
    for number in range(4):
        burner = register(here.url, f"Burner {number}")
        plays(here, farmer, burner)
        if number == 3:  # who also plays others is no second account
            plays(here, register(here.url, "Somewhere"), burner)
        here.server.services.account_service.throttle = LoginThrottle()
    page = boss.client.get("/host", params={"lang": "en"}).text
    assert "Lost quickly to one account only" in page
    assert all(f"Void games against Burner {number}" in page for number in range(3))
    assert "Void games against Burner 3" not in page
    pair = {"one": "Farmer", "other": "Burner 0", "title": "city_blocks", "action": "void"}
    boss.client.post("/api/host/ratings", json=pair).raise_for_status()
    page = boss.client.get("/host", params={"lang": "en"}).text
    assert "Lost quickly to one account only" not in page  # two could be by chance


def test_short_games_and_those_of_one_connection_are_listed(here: Timed) -> None:
    one = connects_from(register(here.url, "Listed One"), "203.0.113.77")
    two = connects_from(register(here.url, "Listed Two"), "203.0.113.77")
    boss = moderator(here, "Listed Boss")
    game = plays(here, one, two)
    left = plays(here, register(here.url, "Left Alone"), register(here.url, "Leaves Early"), moves=1)
    page = boss.client.get("/host", params={"lang": "de"}).text
    assert "Dieselbe Internetverbindung" in page
    assert f"/table/{game}" in page
    assert f"/table/{left}" in page


def test_only_a_moderator_who_has_not_played_voids_a_game(here: Timed) -> None:
    one, two = moderator(here, "Judge"), register(here.url, "Judged")
    game = plays(here, two, one)
    body = {"id": game, "action": "void"}
    assert code(one.client.post("/api/host/ratings", json=body)) == (403, "own_game")
    assert code(two.client.post("/api/host/ratings", json=body)) == (403, "not_host")
