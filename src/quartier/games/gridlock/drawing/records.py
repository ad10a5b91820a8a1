"""The games of which the rulebooks tell, as records, and the positions in them."""

from functools import cache

from quartier.core.play.game import game_of
from quartier.core.play.state import State as Position

BOSTON = """\
[Game "gridlock"]
[Players "2"]

* start Harvard
* start Aquarium
* goal Fenway Park
* goal MIT
* goal Symphony Hall
* goal Boston Garden
* goal North End
* goal Copley Square
* goal Faneuil Hall
* goal Harvard
* goal Museum of Science
* goal Theater District
* tile 13
* tile 9
* tile 5
* tile 27
* first 0
"""
"""Before the first road."""

LINDENFORD = """\
[Game "gridlock"]
[Board "Lindenford"]
[Players "2"]
[Options "cards=4"]
[Result "4 2"]
[Event "The worked example of the rulebook"]

* start Market Hall
* start Quarry Lake
* goal Opera
* goal Lighthouse
* goal Brick Works
* goal Botanic Garden
* goal Ferry Landing
* goal Old Mill
* tile 21
* tile 9
* tile 13
* tile 5
* first 1
1 lay 13@4,4=13
* tile 9
0 lay 21@5,3=21
* tile 5
1 lay 5@5,11=5
1 cone 4,4
1 end
* tile 3
0 uncone 4,4
0 turn 4,4=19
0 lay 9@4,2=9
0 cone 5,11
* tile 27
1 stop 5,11
1 stop 5,9
0 stop 5,1
0 stop 6,4
1 lay 9@5,7=9
1 cone 4,4
1 end
* tile 7
0 stop 4,4
0 stop 2,10
"""
"""The worked example: seat 0 (Red) wins with four destinations to two."""


@cache
def played(record: str) -> Position:
    """The position at the end of a record, with its whole past; not to be changed."""
    return game_of(__name__.rsplit(".", 2)[0]).replay(record)


def before(record: str, event: str) -> Position:
    """The position before an event of a record, such as "0 stop 5,1"."""
    events = [line for line in record.splitlines() if line[:1] not in ("[", "")]
    return played(record).at(events.index(event))
