#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the tests of netlab run on the hosts of a lab: packets there and back, and one TCP stream.

    probe.py echo                    answers UDP packets until its input ends
    probe.py ping HOST COUNT GAP_S   sends packets; prints how many came back, and the least ms that took
    probe.py sink                    takes one TCP stream; prints its Mbit/s, the first second left out
    probe.py flood HOST SECONDS      sends one
"""
import json
import select
import socket
import sys
import time

PORT = 5001
PATIENCE = 1.0                           # seconds for the last answers
CHUNK = 1 << 16


def echo():
    with socket.socket(type=socket.SOCK_DGRAM) as server:
        server.bind(("0.0.0.0", PORT))
        print("READY", flush=True)
        while True:
            ready = select.select([server, sys.stdin], (), ())[0]
            if sys.stdin in ready:
                return
            packet, sender = server.recvfrom(CHUNK)
            server.sendto(packet, sender)


def ping(host, count, gap):
    sent, took = {}, []
    with socket.socket(type=socket.SOCK_DGRAM) as client:
        client.connect((host, PORT))
        started = time.monotonic()
        while len(took) < count:
            now = time.monotonic()
            if len(sent) < count and now >= started + len(sent) * gap:
                sent[len(sent)] = time.monotonic()
                client.send(str(len(sent) - 1).encode())
            due = started + len(sent) * gap if len(sent) < count else sent[count - 1] + PATIENCE
            if select.select([client], (), (), max(0.0, due - time.monotonic()))[0]:
                number = int(client.recv(CHUNK))
                took.append((time.monotonic() - sent[number]) * 1e3)
            elif len(sent) == count:
                break
    print(json.dumps({"received": len(took), "rtt": min(took, default=None)}))


def sink():
    with socket.socket() as server:
        server.bind(("0.0.0.0", PORT))
        server.listen()
        print("READY", flush=True)
        stream = server.accept()[0]
    with stream:
        began, total = None, 0
        first = time.monotonic()
        while chunk := stream.recv(CHUNK):
            now = time.monotonic()
            if began is not None:
                total += len(chunk)
            elif now - first >= 1:
                began = now
    print(total * 8 / (now - began) / 1e6)


def flood(host, seconds):
    with socket.create_connection((host, PORT)) as stream:
        end = time.monotonic() + seconds
        chunk = bytes(CHUNK)
        while time.monotonic() < end:
            stream.sendall(chunk)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["echo"]:
            echo()
        case ["ping", host, count, gap]:
            ping(host, int(count), float(gap))
        case ["sink"]:
            sink()
        case ["flood", host, seconds]:
            flood(host, float(seconds))
        case _:
            sys.exit(__doc__)
