# SPDX-License-Identifier: Apache-2.0
"""Makes texts upper case, and speaks Storm's multi-language protocol over standard input and output."""

import json
import os
import sys


def read():
    lines = []
    while True:
        line = sys.stdin.readline()
        if not line:
            sys.exit(0)
        if line.strip() == "end":
            return json.loads("".join(lines))
        lines.append(line)


def write(message):
    sys.stdout.write(json.dumps(message) + "\nend\n")
    sys.stdout.flush()


waiting = []


def ids():
    """Returns the answer to an emission. Inputs that come before it wait."""
    while True:
        message = read()
        if isinstance(message, list):
            return message
        waiting.append(message)


setup = read()
open(os.path.join(setup["pidDir"], str(os.getpid())), "w").close()
write({"pid": os.getpid()})
while True:
    tuple_ = waiting.pop(0) if waiting else read()
    if tuple_.get("stream") == "__heartbeat":
        write({"command": "sync"})
        continue
    number, text = tuple_["tuple"]
    write({"command": "emit", "anchors": [tuple_["id"]], "tuple": [number, text.upper()]})
    if len(ids()) != 1:
        write({"command": "error", "msg": "went to more than one task"})
    write({"command": "ack", "id": tuple_["id"]})
