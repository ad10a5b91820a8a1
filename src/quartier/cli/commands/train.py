"""`quartier train`: train a network by self-play; it is saved if it passes the evaluation matches."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

import quartier
from quartier import bots
from quartier.bots import LEVELS, priority
from quartier.bots.settings import MAX_SIMULATIONS
from quartier.bots.weights import Weights
from quartier.cli.arena_display import interval, percent, resolve_workers
from quartier.cli.arguments import Ray, Workers
from quartier.cli.console import figure, notices, say
from quartier.cli.help import RESEARCH, add_command
from quartier.cli.progress import bar, compile_search_visibly
from quartier.cli.results import is_timed
from quartier.cli.titles import BoardName, TitleName, VariedOptions, parse_varied_options
from quartier.core.game.game import Game
from quartier.core.text.errors import BadOption
from quartier.core.text.languages import N_
from quartier.lab import executors
from quartier.lab.learning.batches import Players, players
from quartier.lab.learning.cards import card
from quartier.lab.learning.context_free_policy import learned_order
from quartier.lab.learning.evaluation import (
    Candidate,
    EvaluationMatch,
    champion_trials,
    kinds,
    passes_gate,
    rivals,
    trial,
)
from quartier.lab.learning.imitation import learn_from_teacher
from quartier.lab.learning.training import CHECKPOINT, Training
from quartier.lab.learning.training_config import ITSELF, TrainingConfig
from quartier.lab.option_args import option_args, option_value

_LINES = 20
"""Seconds between two progress messages."""


def register(app: typer.Typer) -> None:
    """Add the command."""
    add_command(
        app,
        "train",
        train,
        N_("Train a network for a game by self-play."),
        RESEARCH,
        "quartier train gridlock --games 100000 --seats 2,3,4",
    )


def train(
    title: TitleName,
    games: Annotated[int, typer.Option(min=0, help=N_("Number of training games."))] = 100_000,
    seats: Annotated[str, typer.Option(metavar=N_("N,N,..."), help=N_("Player counts to train for."))] = "2",
    seed: Annotated[int, typer.Option(help=N_("Random seed. The same seed trains the same network."))] = 1,
    trace: Annotated[
        float, typer.Option(min=0.0, max=1.0, help=N_("The λ of TD(λ): how far results propagate back."))
    ] = TrainingConfig.trace,
    apprentice: Annotated[
        int, typer.Option(min=0, help=N_("Start by imitating this many of the teacher’s games."))
    ] = 0,
    teacher: Annotated[
        str, typer.Option(metavar=N_("BOT"), help=N_("Bot to imitate."))
    ] = TrainingConfig.teacher,
    pool: Annotated[
        str,
        typer.Option(
            metavar=N_("BOT,BOT,..."),
            help=N_(
                "Opponents to play in turn: bots, or “itself” for the network. By default, it plays only itself."
            ),
        ),
    ] = "",
    batch: Annotated[
        int, typer.Option(min=1, help=N_("Games per batch. A generation is eight batches."))
    ] = TrainingConfig.batch,
    step: Annotated[int, typer.Option(min=1, help=N_("Positions per gradient step."))] = TrainingConfig.step,
    trials: Annotated[
        int,
        typer.Option(
            min=1,
            help=N_(
                "Number of evaluation games against each opponent (the current network and the baselines)."
            ),
        ),
    ] = 400,
    simulations: Annotated[
        int,
        typer.Option(
            min=0,
            max=MAX_SIMULATIONS,
            help=N_("Simulations per move in evaluation games. 0 means looking just one move ahead."),
        ),
    ] = 0,
    against: Annotated[
        str,
        typer.Option(metavar=N_("BOT"), help=N_("Opponent to beat if the game has no network yet.")),
    ] = LEVELS[-1],
    folder: Annotated[
        str, typer.Option("--folder", metavar=N_("FOLDER"), help=N_("Folder for checkpoints and candidates."))
    ] = "",
    resume: Annotated[
        bool, typer.Option("--resume", help=N_("Resume from the checkpoint in the folder."))
    ] = False,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            metavar=N_("FOLDER"),
            help=N_("Where to save a network that passes. By default, networks/GAME."),
        ),
    ] = "",
    blind: Annotated[
        bool,
        typer.Option(
            "--blind", help=N_("Learn a fixed priority order of all actions instead, for the bot “priority”.")
        ),
    ] = False,
    workers: Workers = None,
    ray: Ray = "",
    option: VariedOptions = [],  # noqa: B006 (Typer wants a list as the default)
    board: BoardName = "",
) -> int:
    """Train, evaluate, and save; the exit code is 1 if the network has not passed."""
    works = resolve_workers(workers, ray)
    game = quartier.load(title)
    config = TrainingConfig(
        title,
        games,
        _numbers(seats),
        parse_varied_options(game, option, board),
        seed,
        batch=batch,
        step=step,
        trace=trace,
        apprentice=apprentice,
        teacher=_steady(teacher, game),
        pool=_names(pool, game),
    )
    for kind in config.kinds:
        for name in (against, config.teacher, *config.pool):
            if name != ITSELF:
                bots.make(name, game, kind.start(game))
    home = Path(output) if output else Path("networks") / title
    if blind:
        if pool or apprentice:
            raise BadOption(_NO_COMPANY)
        return _learn_order(game, config, home)
    work_folder = Path(folder) if folder else Path("training") / title
    training = (
        Training.read(config, work_folder)
        if resume and (work_folder / CHECKPOINT).exists()
        else Training(config)
    )
    compile_search_visibly(game)
    with players(config, works) as playing:
        if config.apprentice and not training.steps:
            _watch(training, playing, work_folder)
        _run(game, training, playing, work_folder)
    candidate = training.final_weights(card(training, _command(training.config)))
    candidate.write(work_folder)
    matches = _try(game, config, Candidate(candidate, simulations), against, trials, works)
    return _judge(game, candidate, passes_gate(matches, champion_trials(config)), matches, work_folder, home)


def _learn_order(game: Game, config: TrainingConfig, home: Path) -> int:
    """Train the context-free policy and save it where the bot “priority” looks for it."""
    compile_search_visibly(game)
    with bar(say(N_("Training {game}"), game=game.title())) as report:
        order = learned_order(config, report)
    home.mkdir(parents=True, exist_ok=True)
    priority.write(home, {"command": f"{_command(config)} --blind", "games": config.games}, order)
    notices().print(say(N_("Saved to {file}."), file=home / priority.FILE), markup=False)
    return 0


def _numbers(text: str) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise BadOption(_NO_NUMBERS, text=text)
    return tuple(int(word) for word in words)


def _names(text: str, game: Game) -> tuple[str, ...]:
    """Return the bots of a pool. Raises BadOption for an unknown one."""
    names = tuple(word.strip() for word in text.split(",")) if text else ()
    for name in names:
        if name != ITSELF:
            _steady(name, game)
    return names


def _steady(name: str, game: Game) -> str:
    """Return a bot's name. Raises BadOption if there is none, or if its moves depend on the computer's speed."""
    bots.make(name, game)
    if is_timed(name, game):
        raise BadOption(_TIMED, name=name)
    return name


def _watch(training: Training, playing: Players, target: Path) -> None:
    """Pre-train on the teacher's games and write a checkpoint."""
    with bar(say(N_("Imitating {name}"), name=training.config.teacher)) as report:
        learn_from_teacher(training, playing, report)
    training.write(target)
    notices().print(_line(training), markup=False)


def _run(game: Game, training: Training, playing: Players, target: Path) -> None:
    """Train generation by generation, with checkpoints, also after Ctrl+C."""
    total = training.config.generations
    checkpoint_interval = max(1, total // _LINES)
    with bar(say(N_("Training {game}"), game=game.title())) as report:
        try:
            while not training.over:
                training.advance(playing)
                report(training.generation, total)
                if training.generation % checkpoint_interval == 0 or training.over:
                    training.write(target)
                    notices().print(_line(training), markup=False)
        except KeyboardInterrupt:
            training.write(target)
            raise


def _line(training: Training) -> str:
    games, error, worth = training.curve[-1]
    seconds = figure(round(training.seconds))
    return say(_SO_FAR, games=figure(games), error=figure(error, 2), worth=figure(worth, 1), seconds=seconds)


def _try(
    game: Game,
    config: TrainingConfig,
    candidate: Candidate,
    against: str,
    games: int,
    workers: executors.Workers,
) -> list[EvaluationMatch]:
    """Play the evaluation matches, for each kind of games in turn."""
    result: list[EvaluationMatch] = []
    for kind in kinds(config):
        for name, rival in rivals(config, kind, candidate.simulations, against).items():
            with bar(say(N_("Against {name}"), name=name)) as report:
                result.append(trial(config, candidate, name, rival, kind, games, workers, report))
            notices().print(_result(result[-1]), markup=False)
    return result


def _judge(
    game: Game, candidate: Weights, keep: bool, matches: list[EvaluationMatch], target: Path, home: Path
) -> int:
    """Write the matches into the card, and install the network if it has passed."""
    candidate.card["strength"] = [match.as_dict() for match in matches]
    candidate.write(target)
    if keep:
        candidate.replace_in(home, game)
    notices().print(say(_PASSED if keep else _NOT_PASSED, folder=home, place=target), markup=False)
    return 0 if keep else 1


def _command(config: TrainingConfig) -> str:
    """Return the command that trains the same network again."""
    args = ["quartier", "train", config.title, "--games", str(config.games)]
    args += ["--seats", ",".join(map(str, config.seats)), "--seed", str(config.seed)]
    args += [] if config.trace == TrainingConfig.trace else ["--trace", str(config.trace)]
    args += ["--apprentice", str(config.apprentice)] if config.apprentice else []
    args += [] if config.teacher == TrainingConfig.teacher else ["--teacher", config.teacher]
    args += ["--pool", ",".join(config.pool)] if config.pool else []
    args += [] if config.batch == TrainingConfig.batch else ["--batch", str(config.batch)]
    args += [] if config.step == TrainingConfig.step else ["--step", str(config.step)]
    return shlex.join([*args, *option_args(config.options)])


def _result(match: EvaluationMatch) -> str:
    share, reach = percent(match.share), interval(match.low, match.high)
    games = figure(match.games)
    line = say(_TRIED, name=match.against, seats=match.seats, share=share, interval=reach, games=games)
    return " · ".join([line, *(f"{name}={option_value(value)}" for name, value in match.options.items())])


_NO_COMPANY = N_(
    "--blind learns a fixed order from its own games only. Drop --pool and --apprentice, or --blind."
)
_NO_NUMBERS = N_("Invalid player counts “{text}”. Write 2 or 2,3,4.")
_TIMED = N_(
    "“{name}” searches by the clock, so training wouldn’t be reproducible. Give simulations, such as "
    "mcts:100."
)
_SO_FAR = N_("{games} games: mean error {error} points, mean value {worth} ({seconds} s)")
_TRIED = N_("Against {name} with {seats} seats: {share} of {games} games ({interval})")
_PASSED = N_("The network passed and is saved in {folder}. It plays as learned@{folder}.")
_NOT_PASSED = N_("Not good enough: {folder} is unchanged. The candidate plays as learned@{place}.")
