"""Random moves at a table of a server, with Python alone: python random_player.py INVITATION."""

import json
import random
import sys
import time
from itertools import accumulate
from urllib.request import HTTPError, Request, urlopen

table, _, invite = sys.argv[1].replace("/table/", "/api/v1/tables/").partition("#join=")


def ask(path, body=None, secret=""):
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    try:
        return json.load(urlopen(Request(table + path, body and json.dumps(body).encode(), headers)))
    except HTTPError as refused:
        if refused.code != 409:  # 409: somebody was faster, so look again
            sys.exit(json.load(refused)["error"]["text"])


secret = ask("/join", {"invite": invite, "name": "Random Python"})["secret"]
while not (now := ask("", secret=secret))["over"]:
    if now["yours"]:
        ends = list(accumulate(now["legal"]["actions"]))  # so many are not legal, so many are
        legal = [n for first, last in zip(ends[::2], ends[1::2], strict=True) for n in range(first, last)]
        move = {"version": now["version"], "client_move_id": f"move-{now['version']}"}
        ask("/moves", {**move, "action": random.choice(legal)}, secret)
    time.sleep(0.1)  # a program that waits long follows /stream instead
print("over:", *now["scores"])
