"""The recorded games of this title. After an intended change, write the digests anew:

PYTHONPATH=src python -m tests.games.neue_heimat.golden
"""

from tests.games.recordings import Recordings, digest

RECORDED = Recordings("neue_heimat")
FOLDER, names, text_of = RECORDED.folder, RECORDED.names, RECORDED.text_of
fixture, digests = RECORDED.fixture, RECORDED.digests

__all__ = ["FOLDER", "RECORDED", "digest", "digests", "fixture", "names", "text_of"]
