// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import java.io.Serializable;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/**
 * What the wire takes from each host to each other one, and what it has taken of a tuple: one number, a field of every
 * tuple, with the last host and the time before.
 *
 * @param hosts in the order of the rows and columns
 */
record Wires(List<String> hosts, long[][] oneWayNanos) implements Serializable {

    private static final int HOST_BITS = 8;
    private static final long HOST_MASK = (1 << HOST_BITS) - 1;

    /** @param rttMillis between two hosts, by their names; of a host with itself nothing is asked */
    static Wires of(List<String> hosts, Rtt rttMillis) {
        long[][] nanos = new long[hosts.size()][hosts.size()];
        for (int i = 0; i < nanos.length; i++) {
            for (int j = 0; j < nanos.length; j++) {
                nanos[i][j] = i == j ? 0 : (long) (rttMillis.between(hosts.get(i), hosts.get(j)) / 2 * 1e6);
            }
        }
        return new Wires(List.copyOf(hosts), nanos);
    }

    interface Rtt {
        double between(String host, String other);
    }

    /** The index of this process's host, as the emulation tells it. */
    int here() {
        return here(System.getenv());
    }

    int here(Map<String, String> environment) {
        return hosts.indexOf(environment.get("NETLAB_HOST"));
    }

    static long begin(int here) {
        return here;
    }

    /** The way of a tuple that has come to this host. */
    long arrive(long way, int here) {
        return nanos(way) + oneWayNanos[(int) (way & HOST_MASK)][here] << HOST_BITS | here;
    }

    static long nanos(long way) {
        return way >> HOST_BITS;
    }

    /** Encodes the wires as one argument of a command. */
    String encode() {
        StringJoiner rows = new StringJoiner(";");
        rows.add(String.join(",", hosts));
        for (long[] row : oneWayNanos) {
            rows.add(
                    String.join(",", Arrays.stream(row).mapToObj(Long::toString).toList()));
        }
        return rows.toString();
    }

    static Wires decode(String text) {
        String[] rows = text.split(";");
        long[][] nanos = new long[rows.length - 1][];
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = Arrays.stream(rows[i + 1].split(","))
                    .mapToLong(Long::parseLong)
                    .toArray();
        }
        return new Wires(List.of(rows[0].split(",")), nanos);
    }
}
