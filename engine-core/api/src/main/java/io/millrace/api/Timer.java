// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/** Durations that a task measures, whose percentiles the metrics show. Used only by the thread that calls the task. */
public interface Timer {

    /**
     * Records one duration. Percentiles are exact to 1.6 %.
     *
     * @param nanos the duration, up to 9.7 hours; a negative one counts as 0, a longer one as 9.7 hours
     */
    void record(long nanos);
}
