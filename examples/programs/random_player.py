"""Random moves at a table of a server, with Python alone: python random_player.py INVITATION [NAME]."""

import json
import random
import sys
import time
import uuid
from itertools import accumulate
from urllib.error import HTTPError
from urllib.request import Request, urlopen

address, _, invite = sys.argv[1].partition("#join=")
table = address.replace("/table/", "/api/v1/tables/")


def ask(path, body=None, secret=""):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}
    try:
        return json.load(urlopen(Request(table + path, data, headers), timeout=60))
    except HTTPError as refused:
        if refused.code != 409:  # 409: somebody was faster, so look again
            sys.exit(json.load(refused)["error"]["text"])


secret = ask("/join", {"invite": invite, "name": (sys.argv[2:] or ["Random Python"])[0]})["secret"]
while not (position := ask("", secret=secret))["over"]:
    if position["yours"]:
        ends = list(accumulate(position["legal"]["actions"]))  # so many are not legal, so many are
        legal = [n for first, last in zip(ends[::2], ends[1::2], strict=True) for n in range(first, last)]
        move = {"version": position["version"], "action": random.choice(legal)}
        ask("/moves", {**move, "client_move_id": uuid.uuid4().hex}, secret)
    time.sleep(0.1)  # a program that waits long follows /stream instead
print("over:", *position["scores"])
