// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import java.io.Serializable;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * When a running topology is looked at: once for each round-trip time, one after the other, so that it warms up once
 * only. All times are offsets from the start signal, in seconds.
 *
 * @param warmUpSeconds until the first is recorded
 * @param seconds for which each is recorded
 * @param settleSeconds between one and the next, at whose beginning the wire's delay changes
 * @param oneWayNanos what the wire takes for a crossing, of each
 */
record Phases(int warmUpSeconds, int seconds, int settleSeconds, long[] oneWayNanos) implements Serializable {

    int count() {
        return oneWayNanos.length;
    }

    int from(int phase) {
        return warmUpSeconds + phase * (settleSeconds + seconds);
    }

    int until(int phase) {
        return from(phase) + seconds;
    }

    /** The time from the first second that is recorded to the last. */
    int recordedSeconds() {
        return until(count() - 1) - warmUpSeconds;
    }

    /** Encodes the phases as one argument of a command. */
    String encode() {
        return warmUpSeconds + ":" + seconds + ":" + settleSeconds + ":"
                + LongStream.of(oneWayNanos).mapToObj(Long::toString).collect(Collectors.joining(","));
    }

    static Phases decode(String encoded) {
        String[] part = encoded.split(":");
        return new Phases(
                Integer.parseInt(part[0]),
                Integer.parseInt(part[1]),
                Integer.parseInt(part[2]),
                Arrays.stream(part[3].split(",")).mapToLong(Long::parseLong).toArray());
    }
}
