"""Styles: the second character of a level is as strong as the first, and plays differently."""

from __future__ import annotations

import pytest

import quartier
from quartier import Dice, bots
from quartier.bots import styles
from quartier.bots.registry import PATIENT, levels_file
from quartier.conformance.games import load_compiled, load_interpreted
from quartier.core.game.game import Game
from quartier.core.text.errors import BadOption
from quartier.games.registry import OURS
from quartier.lab.ladders import Ladder

SECONDS = [
    (title, character.name)
    for title in OURS
    for character in bots.characters(quartier.load(title))
    if character.manner not in ("", PATIENT)
]
DEALS = 6


@pytest.mark.parametrize("title", OURS)
def test_each_second_character_has_a_name_and_a_style(title: str) -> None:
    game = quartier.load(title)
    named = [name for other, name in SECONDS if other == title]
    patient = [character.name for character in bots.characters(game) if character.manner == PATIENT]
    assert named
    assert list(game.spec.metadata.seconds) == named + patient
    assert {styles.split_style(name)[1] for name in named} == set(styles.of(game)), "a style that no one has"


@pytest.mark.parametrize("title", OURS)
def test_it_was_measured_to_be_as_strong_as_the_first(title: str) -> None:
    game = quartier.load(title)
    for level in bots.levels(game):
        if level.second and level.second.manner != PATIENT:
            assert level.second.games >= 100
            assert level.second.share is not None
            assert 0.4 <= level.second.share <= 0.6
            assert level.second.rating is not None


@pytest.mark.parametrize("title", OURS)
def test_the_file_says_how_it_was_measured(title: str) -> None:
    game = quartier.load(title)
    ladder = Ladder.read(game.spec.data / levels_file(2))
    assert [bot for bot in ladder.seconds if bot] == [
        level.second.bot for level in bots.levels(game) if level.second
    ]
    assert all(ladder.bout((level, level)) for level, bot in enumerate(ladder.seconds, 1) if bot)


def liking(game: Game, names: list[str], seed: int) -> list[float]:
    """How much each of two bots has liked its moves so far by the taste of the first, on average over a game of theirs:
    whoever does early what it likes has more of it for longer.
    """
    style = styles.number(game, styles.split_style(names[0])[1])
    state, chance, dice = game.new(2, chance="manual", **game.ending), Dice(seed), Dice(seed)
    players, liked = [bots.make(name, game) for name in names], [[0.0], [0.0]]
    while not state.over:
        state.settle(chance)
        for seat in sorted(state.to_act())[:1]:
            view = state.concealed(seat)
            move = players[seat].choose(view, seat, dice)
            style_bonus = game.spec.bots.style_bonus(view.open_record(), seat, view.read(move), style)
            liked[seat].append(liked[seat][-1] + style_bonus)
            state.play(seat, move)
    return [sum(share) / len(share) for share in liked]


@pytest.mark.parametrize(("title", "name"), SECONDS)
def test_its_taste_shows(title: str, name: str) -> None:
    game = load_compiled(title)
    shares = [liking(game, [name, styles.split_style(name)[0]], seed) for seed in range(DEALS)]
    own, other = (sum(game[seat] for game in shares) for seat in (0, 1))
    assert own > other


@pytest.mark.parametrize(("title", "name"), SECONDS)
def test_it_plays_alike_compiled_and_interpreted(title: str, name: str) -> None:
    moves = []
    for game in (load_compiled(title), load_interpreted(title)):
        state, bot = game.new(2, seed=3), bots.make(name, game)
        moves.append(
            [bot.choose(state.concealed(seat), seat, Dice(5)) for seat in sorted(state.to_act())[:1]]
        )
    assert moves[0] == moves[1]


def test_any_bot_that_looks_one_move_ahead_can_have_a_style() -> None:
    game = load_compiled("block_city")
    state = game.new(2, seed=1)
    for name in ("greedy+parks", "learned+stores", "greedy~1.5+public", "learned~2.5+public", "5+stores"):
        bot, seat = bots.make(name, game), min(state.to_act())
        assert bot.choose(state.concealed(seat), seat, Dice(1)) in state.moves(seat)
        assert repr(bot).startswith(f"quartier.bots.make({name!r}")


@pytest.mark.parametrize(
    ("title", "name", "says"),
    [
        ("block_city", "2+gardens", "no style “gardens”. Available: parks, stores, public."),
        ("block_city", "6+parks", "only bots that look one move ahead have styles, and learned:4000"),
        ("block_city", "mcts:40+parks", "only bots that look one move ahead"),
        ("block_city", "7+parks", "There’s no bot “7"),
        ("connect_four", "greedy+parks", "Bots for Connect Four have no styles."),
    ],
)
def test_a_style_that_is_none(title: str, name: str, says: str) -> None:
    with pytest.raises(BadOption, match=says.replace("+", r"\+").replace("(", r"\(")):
        bots.make(name, load_compiled(title))
