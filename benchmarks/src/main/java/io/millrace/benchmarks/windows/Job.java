// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.windows;

import io.millrace.benchmarks.macro.Promise;

/**
 * What an engine shall run: counts and sums by key and window, of events from two sources, in one worker.
 *
 * @param keys of which each event has one, all equally often
 * @param rate events per second of both sources together; 0 for as many as possible
 * @param promise what the engine guarantees
 * @param warmUpSeconds not recorded
 * @param seconds recorded
 */
public record Job(WindowShape shape, int keys, long rate, Promise promise, int warmUpSeconds, int seconds) {

    /** The tasks of each component. */
    public static final int TASKS = 2;

    public boolean unlimited() {
        return rate == 0;
    }

    /** Encodes the job as one argument of a command. */
    public String encode() {
        return shape + ":" + keys + ":" + rate + ":" + promise.encode() + ":" + warmUpSeconds + ":" + seconds;
    }

    public static Job decode(String encoded) {
        String[] part = encoded.split(":");
        return new Job(
                WindowShape.valueOf(part[0]),
                Integer.parseInt(part[1]),
                Long.parseLong(part[2]),
                Promise.decode(part[3]),
                Integer.parseInt(part[4]),
                Integer.parseInt(part[5]));
    }

    /** The name of its cell. */
    String name() {
        return shape.text() + " " + keys + (keys == 1 ? " key" : " keys")
                + (unlimited() ? " unlimited" : " " + rate + "/s");
    }
}
