"""`quartier train`: a network learns a title by playing against itself; it is kept if it beats what the title has."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

import quartier
from quartier import bots
from quartier.bots import LEVELS, priority
from quartier.bots.registry import made_of
from quartier.bots.settings import MOST_SIMULATIONS, budget
from quartier.bots.weights import Weights
from quartier.cli.arguments import Ray, Seed, Workers
from quartier.cli.console import figure, notices, say
from quartier.cli.contests import interval, percent, who_works
from quartier.cli.progress import bar, compile_search_visibly
from quartier.cli.titles import BoardName, TitleName, VariedOptions, varied
from quartier.core.game.game import Game
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.lab import executors
from quartier.lab.learning.batches import Players, players
from quartier.lab.learning.cards import card
from quartier.lab.learning.context_free_policy import learned_order
from quartier.lab.learning.evaluation import (
    Candidate,
    Trial,
    kinds,
    passed,
    rivals,
    shown,
    trial,
)
from quartier.lab.learning.imitation import learn_from_teacher
from quartier.lab.learning.training import CHECKPOINT, Training
from quartier.lab.learning.training_config import ITSELF, Course
from quartier.lab.wording import option_words, value_word

_LINES = 20
"""So often a training says how it gets on."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("train", help=N_("Let a network learn a title by playing against itself."))(train)


def train(
    title: TitleName,
    games: Annotated[int, typer.Option(min=0, help=N_("How many games it learns from."))] = 100_000,
    seats: Annotated[
        str, typer.Option(metavar="N,N,...", help=N_("The numbers of seats that it is to know."))
    ] = "2",
    seed: Seed = 1,
    trace: Annotated[
        float, typer.Option(min=0.0, max=1.0, help=N_("The λ of TD(λ): how far a result reaches back."))
    ] = Course.trace,
    apprentice: Annotated[
        int, typer.Option(min=0, help=N_("Before that it learns from so many games of a teacher."))
    ] = 0,
    teacher: Annotated[str, typer.Option(metavar="BOT", help=N_("Who plays these games."))] = Course.teacher,
    pool: Annotated[
        str,
        typer.Option(
            metavar="BOT,BOT,...",
            help=N_("Who has the other seats, in turn: bots, or “itself”; else it plays against itself."),
        ),
    ] = "",
    batch: Annotated[
        int, typer.Option(min=1, help=N_("Games of a batch; eight batches are a generation."))
    ] = Course.batch,
    step: Annotated[
        int, typer.Option(min=1, help=N_("Positions for one step of the fitting."))
    ] = Course.step,
    trials: Annotated[
        int, typer.Option(min=1, help=N_("Games of each trial, against the present network and baselines."))
    ] = 400,
    simulations: Annotated[
        int,
        typer.Option(
            min=0,
            max=MOST_SIMULATIONS,
            help=N_("In the trials it searches with so many; 0: one move ahead."),
        ),
    ] = 0,
    against: Annotated[
        str,
        typer.Option(
            metavar="BOT", help=N_("Whom it has to beat where the title has no network for such games.")
        ),
    ] = LEVELS[-1],
    folder: Annotated[
        str, typer.Option("--folder", metavar="FOLDER", help=N_("Where checkpoints and candidates lie."))
    ] = "",
    resume: Annotated[bool, typer.Option("--resume", help=N_("Go on from the checkpoint there."))] = False,
    output: Annotated[
        str,
        typer.Option(
            "--output", metavar="FOLDER", help=N_("Where a network that passes is put; else with the title.")
        ),
    ] = "",
    blind: Annotated[
        bool,
        typer.Option(
            "--blind", help=N_("Learn a fixed order of all actions instead, for the bot “priority”.")
        ),
    ] = False,
    workers: Workers = None,
    ray: Ray = "",
    option: VariedOptions = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> int:
    """Train, try, and keep; the exit code is 1 if the network has not passed."""
    works = who_works(workers, ray)
    game = quartier.load(title)
    course = Course(
        title,
        games,
        _numbers(seats),
        varied(game, option, board),
        seed,
        batch=batch,
        step=step,
        trace=trace,
        apprentice=apprentice,
        teacher=_steady(teacher, game),
        pool=_names(pool, game),
    )
    for kind in course.kinds:
        kind.start(game)
    bots.make(against, game)
    home = Path(output) if output else game.declared.data
    if blind:
        if pool or apprentice:
            raise BadOption(_NO_COMPANY)
        return _learn_order(game, course, home)
    place = Path(folder) if folder else Path("training") / title
    training = Training.read(course, place) if resume and (place / CHECKPOINT).exists() else Training(course)
    compile_search_visibly(game)
    with players(course, works) as playing:
        if course.apprentice and not training.steps:
            _watch(training, playing, place)
        _run(game, training, playing, place)
    candidate = training.finished(card(training, _command(training.course)))
    candidate.write(place)
    found = _try(game, course, Candidate(candidate, simulations), against, trials, works)
    return _judge(game, candidate, passed(found, shown(course)), found, place, home)


def _learn_order(game: Game, course: Course, home: Path) -> int:
    """The order that the games of a course teach, put where the bot looks for it."""
    compile_search_visibly(game)
    with bar(say(N_("Training {game}"), game=game.title())) as report:
        order = learned_order(course, report)
    home.mkdir(parents=True, exist_ok=True)
    priority.write(home, {"command": f"{_command(course)} --blind", "games": course.games}, order)
    notices().print(say(N_("Saved in {file}."), file=home / priority.FILE), markup=False)
    return 0


def _numbers(text: str) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise BadOption(_NO_NUMBERS, text=text)
    return tuple(int(word) for word in words)


def _names(text: str, game: Game) -> tuple[str, ...]:
    """The bots of a pool. BadOption for one that there is not."""
    names = tuple(word.strip() for word in text.split(",")) if text else ()
    for name in names:
        if name != ITSELF:
            _steady(name, game)
    return names


def _steady(name: str, game: Game) -> str:
    """A bot by name. BadOption if there is none, or if what it plays depends on how fast the computer is."""
    bots.make(name, game)
    search = budget(made_of(game, name))
    if search and search.seconds is not None:
        raise BadOption(_TIMED, name=name)
    return name


def _watch(training: Training, playing: Players, place: Path) -> None:
    """The apprenticeship; what it taught is kept before anything else is played."""
    with bar(say(N_("Watching {name}"), name=training.course.teacher)) as report:
        learn_from_teacher(training, playing, report)
    training.write(place)
    notices().print(_line(training), markup=False)


def _run(game: Game, training: Training, playing: Players, place: Path) -> None:
    """Generation by generation, with checkpoints; one is kept when somebody stops it too."""
    total = training.course.generations
    every = max(1, total // _LINES)
    with bar(say(N_("Training {game}"), game=game.title())) as report:
        try:
            while not training.over:
                training.advance(playing)
                report(training.generation, total)
                if training.generation % every == 0 or training.over:
                    training.write(place)
                    notices().print(_line(training), markup=False)
        except KeyboardInterrupt:
            training.write(place)
            raise


def _line(training: Training) -> str:
    games, error, worth = training.curve[-1]
    seconds = figure(round(training.seconds))
    return say(_SO_FAR, games=figure(games), error=f"{error:.2f}", worth=f"{worth:.1f}", seconds=seconds)


def _try(
    game: Game, course: Course, candidate: Candidate, against: str, games: int, workers: executors.Workers
) -> list[Trial]:
    """The trials, in games of each kind in turn."""
    result: list[Trial] = []
    for kind in kinds(course):
        for name, rival in rivals(course, kind, candidate.simulations, against).items():
            with bar(say(N_("Against {name}"), name=name)) as report:
                result.append(trial(course, candidate, name, rival, kind, games, workers, report))
            notices().print(_result(result[-1]), markup=False)
    return result


def _judge(game: Game, candidate: Weights, keep: bool, found: list[Trial], place: Path, home: Path) -> int:
    """Write the trials on the card, and keep the network where it belongs if it has passed."""
    candidate.card["strength"] = [each.as_dict() for each in found]
    candidate.write(place)
    if keep:
        candidate.replace_in(home, game)
    notices().print(say(_KEPT if keep else _NOT_KEPT, folder=home, place=place), markup=False)
    return 0 if keep else 1


def _command(course: Course) -> str:
    """The command that trains the same network again."""
    words = ["quartier", "train", course.title, "--games", str(course.games)]
    words += ["--seats", ",".join(map(str, course.seats)), "--seed", str(course.seed)]
    words += [] if course.trace == Course.trace else ["--trace", str(course.trace)]
    words += ["--apprentice", str(course.apprentice)] if course.apprentice else []
    words += [] if course.teacher == Course.teacher else ["--teacher", course.teacher]
    words += ["--pool", ",".join(course.pool)] if course.pool else []
    words += [] if course.batch == Course.batch else ["--batch", str(course.batch)]
    words += [] if course.step == Course.step else ["--step", str(course.step)]
    return shlex.join([*words, *option_words(course.options)])


def _result(each: Trial) -> str:
    share, reach = percent(each.share), interval(each.low, each.high)
    games = figure(each.games)
    told = say(_TRIED, name=each.against, seats=each.seats, share=share, interval=reach, games=games)
    return " · ".join([told, *(f"{name}={value_word(value)}" for name, value in each.options.items())])


_NO_COMPANY = N_(
    "A fixed order learns from its own games alone. Leave --pool and --apprentice out, or --blind."
)
_NO_NUMBERS = N_("“{text}” are no numbers of seats. Write 2 or 2,3,4.")
_TIMED = N_(
    "“{name}” searches for a time, so no two trainings would be alike. Name simulations, such as mcts:100."
)
_SO_FAR = N_("{games} games: off by {error} points, positions worth {worth} ({seconds} s)")
_TRIED = N_("Against {name} with {seats} seats: {share} of {games} games ({interval})")
_KEPT = N_("It has passed and lies in {folder}.")
_NOT_KEPT = N_("It has not passed: {folder} stays as it was; the candidate lies in {place}.")
