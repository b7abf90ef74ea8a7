// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import io.millrace.benchmarks.machine.Lab;

/** How often a tuple has crossed between the hosts, and on which it was last: one number, a field of every tuple. */
final class Crossings {

    /** The crossings of the longest topology. */
    static final int MOST_CROSSINGS = 4;

    /** What the lab tells each process: the name of its host. */
    private static final long HERE = Lab.RIGHT.equals(System.getenv("NETLAB_HOST")) ? 1 : 0;

    private Crossings() {}

    /** The way of a tuple that begins here. */
    static long begin() {
        return HERE;
    }

    /** The way of a tuple that has come here. */
    static long arrive(long way) {
        long crossings = way >> 1;
        return (crossings + ((way & 1) == HERE ? 0 : 1)) << 1 | HERE;
    }

    static int crossings(long way) {
        return (int) (way >> 1);
    }
}
