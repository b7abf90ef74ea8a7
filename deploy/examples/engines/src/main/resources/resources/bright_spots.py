# SPDX-License-Identifier: Apache-2.0
"""Counts the bright spots of grey frames. A spot is a group of bright pixels that touch by their sides."""

import re

import millrace_engine

BRIGHT = re.compile(rb"[\xc0-\xff]+")


def count(message):
    message.emit(message["number"], spots(message["pixels"], message["width"]))


def spots(pixels, width):
    """Goes down row by row. A run of bright pixels joins the groups above that it touches, or begins one."""
    found = 0
    above = []
    for start in range(0, len(pixels), width):
        row = []
        for run in BRIGHT.finditer(pixels[start : start + width]):
            group = Group()
            found += 1
            for left, right, other in above:
                if left < run.end() and run.start() < right and group.join(other):
                    found -= 1
            row.append((run.start(), run.end(), group))
        above = row
    return found


class Group:
    """Runs that belong together."""

    def __init__(self):
        self.part_of = None

    def root(self):
        return self if self.part_of is None else self.part_of.root()

    def join(self, other):
        """Returns whether the two were apart."""
        root, others = self.root(), other.root()
        if root is others:
            return False
        root.part_of = others
        return True


if __name__ == "__main__":
    millrace_engine.run(count)
