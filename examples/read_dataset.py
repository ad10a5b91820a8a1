"""Read a data set by pandas and by Polars: `python examples/read_dataset.py DIR`, DIR as `quartier dataset` wrote it."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl


def wins_by_seat(folder: Path) -> pd.Series:
    """By pandas: the share of the win of each seat, over games."""
    rows = pd.read_parquet(folder / "data", columns=["game", "seat", "outcome"])
    return rows.drop_duplicates(["game", "seat"]).groupby("seat")["outcome"].mean()


def choices_by_event(folder: Path) -> pl.DataFrame:
    """By Polars, read lazily: how many actions were allowed, and in how many decisions, by tens of events."""
    rows = pl.scan_parquet(folder / "data" / "*.parquet")
    return (
        rows.group_by((pl.col("event") // 10 * 10).alias("from event"))
        .agg(pl.len().alias("decisions"), pl.col("legal").list.len().mean().alias("choices"))
        .sort("from event")
        .collect()
    )


def arrays(folder: Path) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """To learn from: observations (rows, numbers), actions (rows,) and outcomes (rows,)."""
    rows = pd.read_parquet(folder / "data", columns=["observation", "action", "outcome"])
    return np.stack(list(rows["observation"])), rows["action"].to_numpy(), rows["outcome"].to_numpy()


def main() -> None:
    """Print what the functions above find."""
    folder = Path(sys.argv[1])
    print(wins_by_seat(folder))
    print(choices_by_event(folder))
    observations, actions, _ = arrays(folder)
    print(f"{len(actions)} decisions, {observations.shape[1]} numbers each")


if __name__ == "__main__":
    main()
