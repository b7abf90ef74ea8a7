// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import java.io.Serializable;

/**
 * When a running topology is recorded: several times, each of which counts as a turn, as starting it takes longer than
 * that.
 *
 * @param warmUpSeconds until the first begins
 * @param seconds of each
 */
record Windows(int warmUpSeconds, int seconds) implements Serializable {

    /** The seconds until so many have ended. */
    int seconds(int count) {
        return warmUpSeconds + count * seconds;
    }

    /** The window at this time after the start; -1 before the first. */
    int at(long nanos) {
        long begun = nanos - warmUpSeconds * 1_000_000_000L;
        return begun < 0 ? -1 : (int) (begun / (seconds * 1_000_000_000L));
    }

    String encode() {
        return warmUpSeconds + ":" + seconds;
    }

    static Windows decode(String text) {
        String[] part = text.split(":");
        return new Windows(Integer.parseInt(part[0]), Integer.parseInt(part[1]));
    }
}
