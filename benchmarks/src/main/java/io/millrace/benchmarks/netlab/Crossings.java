// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

/** How often a tuple has crossed between the hosts, and on which it was last: one number, a field of every tuple. */
final class Crossings {

    /** The crossings of the longest topology. */
    static final int MOST_CROSSINGS = 6;

    private static final int HOST_BITS = 8;
    private static final long HOST = (1 << HOST_BITS) - 1;

    /** What the lab tells each process is the address of its host, whose last number is its own. */
    private static final long HERE = hostOf(System.getenv().getOrDefault("NETLAB_IP", "0.0.0.0"));

    private Crossings() {}

    private static long hostOf(String address) {
        return Long.parseLong(address.substring(address.lastIndexOf('.') + 1));
    }

    /** The way of a tuple that begins here. */
    static long begin() {
        return HERE;
    }

    /** The way of a tuple that has come here. */
    static long arrive(long way) {
        return arrive(way, HERE);
    }

    /** The way of a tuple that has come to a host, 0 to 255. */
    static long arrive(long way, long host) {
        long crossings = way >> HOST_BITS;
        return (crossings + ((way & HOST) == host ? 0 : 1)) << HOST_BITS | host;
    }

    static int crossings(long way) {
        return (int) (way >> HOST_BITS);
    }
}
