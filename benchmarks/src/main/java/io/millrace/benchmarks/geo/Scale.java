// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

/**
 * How much is measured.
 *
 * @param quick whether little of each, to see that it runs
 * @param seconds of what takes a given time: a rate that varies, and the monitoring system's events
 * @param stepSeconds after which a rate that varies is another one
 * @param perSecond that the sources of topologies emit, all together
 */
record Scale(boolean quick, int seconds, int stepSeconds, int perSecond) {

    /** When topologies are recorded. */
    Windows windows() {
        return quick ? new Windows(2, 1) : new Windows(8, 4);
    }
}
