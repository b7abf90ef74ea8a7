# SPDX-License-Identifier: Apache-2.0
"""What an engine of the use case in Python does with an image; AnalyseImage.java does the same. Argument: milliseconds of a core."""

import struct
import sys
import time

import millrace_engine

PAGE = 4096
MASK = (1 << 64) - 1
COST_NANOS = int(sys.argv[1]) * 1_000_000


def word(number, at):
    mixed = ((number + 1) * 0x9E3779B97F4A7C15 + at) & MASK
    return mixed ^ (mixed >> 32)


def is_whole(image, number, length):
    """Whether length and all words are those of its number, as Message.java writes them."""
    if length != len(image):
        return False
    last = length - 8
    places = [*range(PAGE, last - 8, PAGE), last]
    return all(struct.unpack_from("<Q", image, at)[0] == word(number, at) for at in places)


def burn(nanos):
    end = time.thread_time_ns() + nanos
    while time.thread_time_ns() < end:
        sum(range(1000))


def analyse(message):
    image = message[0]
    number, _, due, length = struct.unpack_from("<qqqq", image)
    whole = is_whole(image, number, length)
    burn(COST_NANOS)
    message.emit(number, due, whole)


if __name__ == "__main__":
    millrace_engine.run(analyse)
