// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

/**
 * How long each cell is measured.
 *
 * @param quick whether it shall only be shown that it runs: figures take fewer cells, too
 * @param warmUpSeconds at the same rate, not recorded
 * @param seconds recorded
 */
record Scale(boolean quick, int warmUpSeconds, int seconds) {

    /** From the start of an engine until its sources emit, and from their end until it is gone. */
    private static final int AROUND_SECONDS = 9;

    double cellSeconds() {
        return AROUND_SECONDS + warmUpSeconds + seconds;
    }
}
