"""Columns that gumbel-mcts chooses in Connect Four; for a Python that has it and needs nothing of ours.

The same priors for all columns, and one random game as a leaf's value. The rules are compiled by Numba, as it wants them.
"""

import time

import numpy as np
import torch
from gumbel_mcts import PUCT, GumbelDense
from numba import njit

ROWS, COLUMNS, FOUR = 6, 7, 4
SEED = 1


@njit
def valid_mask(board, player):
    """Which columns are not full; row 0 is the top."""
    return (board[0] == 0).astype(np.float32)


@njit
def step(board, column, player):
    """Reward, winner, whether the game is over, and the board, to which the disc is added: the search passes a copy."""
    row = ROWS - 1
    while board[row, column] != 0:
        row -= 1
    board[row, column] = player
    if _has_four(board, row, column, player):
        return 1.0, int(player), True, board
    return 0.0, 0, bool(np.all(board[0] != 0)), board


@njit
def _has_four(board, row, column, player):
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
        length = 1
        for side in (-1, 1):
            y, x = row + side * down, column + side * right
            while 0 <= y < ROWS and 0 <= x < COLUMNS and board[y, x] == player:
                length += 1
                y, x = y + side * down, x + side * right
        if length >= FOUR:
            return True
    return False


@njit
def _roll_out(boards, players):
    """The result of a random game from each board, for who moves there."""
    values = np.zeros(len(boards), np.float32)
    for index in range(len(boards)):
        board, player, over, winner = boards[index].copy(), players[index], False, 0
        while not over:
            column = np.random.randint(COLUMNS)
            if board[0, column] == 0:
                _, winner, over, board = step(board, column, player)
                player = 3 - player
        values[index] = 0.0 if winner == 0 else 1.0 if winner == players[index] else -1.0
    return values


class Logic:
    """The rules, as gumbel-mcts asks for them."""

    NUM_ACTIONS, BOARD_SHAPE, MAX_MOVES, MAX_LEGAL_MOVES = COLUMNS, (ROWS, COLUMNS), ROWS * COLUMNS, COLUMNS
    PLAYER_1, PLAYER_2 = 1, 2
    fast_step, get_valid_mask = staticmethod(step), staticmethod(valid_mask)


class RandomGames:
    """In the place of a network."""

    logic = Logic

    def forward_for_mcts(self, batch):
        """The same policy for all legal columns, and a random game's result."""
        boards = batch["boards"].numpy().reshape(-1, ROWS, COLUMNS).astype(np.int8)
        legal = (boards[:, 0] == 0).astype(np.float32)
        values = _roll_out(boards, batch["current_player"].numpy())
        return {
            "policy": torch.from_numpy(legal / legal.sum(axis=1, keepdims=True)),
            "value": torch.from_numpy(values),
        }


def measure(subject, seconds):
    """The column of each position, and the ms that each took."""
    torch.set_num_threads(1)
    positions = [_position_after(columns) for columns in subject["positions"]]
    _choose(positions[:1], subject["policy"], subject["simulations"])  # compiled before the clock starts
    began = time.perf_counter()
    columns = _choose(positions, subject["policy"], subject["simulations"])
    return {"columns": columns, "ms": 1000 * (time.perf_counter() - began) / len(positions)}


def _choose(positions, policy, simulations):
    np.random.seed(SEED)
    boards, players = (np.array(part, np.int8) for part in zip(*positions, strict=True))
    games = list(range(len(positions)))
    kind = {"gumbel": GumbelDense, "puct": PUCT}[policy]
    tree = kind(len(games), len(games) * (simulations + 2) + 2, Logic, device="cpu")
    tree.initialize_roots(games, boards, players)
    chosen = tree.run_simulation_batch(RandomGames(), games, num_simulations=simulations)
    if policy == "puct":
        chosen = tree.get_all_root_visits(len(games)).argmax(axis=1)
    return [int(column) for column in chosen]


def _position_after(columns):
    board, player = np.zeros((ROWS, COLUMNS), np.int8), 1
    for column in columns:
        _, _, _, board = step(board, column, player)
        player = 3 - player
    return board, player
