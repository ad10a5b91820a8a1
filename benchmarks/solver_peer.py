"""The truth about positions of Connect Four, from BitBully; for a Python that has it and needs nothing of ours."""


def measure(subject, seconds):
    """By position, a list of columns played so far: the result of each legal column for who moves, 1, 0 or -1."""
    import bitbully

    solver = bitbully.BitBully()
    return [_results(solver, bitbully.Board(columns)) for columns in subject["positions"]]


def _results(solver, board):
    scores = solver.score_all_moves(board)
    return {column: (score > 0) - (score < 0) for column, score in scores.items()}
