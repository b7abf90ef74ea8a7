// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

/** What a call of a benchmark waits for. */
public enum Trip {
    /** That the message has come. */
    ONE_WAY,
    /** That its echo has come, which is as long. */
    ROUND_TRIP;

    /** The medium of the echo. */
    String back(String medium) {
        return this == ROUND_TRIP ? medium : RingEnds.WORD;
    }
}
