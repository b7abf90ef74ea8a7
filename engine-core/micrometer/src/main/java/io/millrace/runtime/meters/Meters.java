// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.meters;

import io.millrace.api.metrics.Figure;
import io.millrace.api.metrics.Figures;
import io.millrace.api.metrics.LatencySummary;

/** Takes the values of one reading. */
interface Meters {

    /** Sets a value that goes up and down. */
    void gauge(Family family, double value, String... labels);

    /**
     * Sets a part of a count. The parts of one series are added.
     *
     * @param part the name of the counting part: if its count is smaller than before, it has restarted at 0
     */
    void count(Family family, String part, double value, String... labels);

    /**
     * Sets each of these figures that has a meter.
     *
     * @param names the names of the labels, with a space between
     * @param part as {@link #count} has it
     */
    <F extends Figure> void figures(Figures<F> figures, String names, String part, String... labels);

    /** @param count the number of all values so far */
    void summary(Family family, LatencySummary latency, long count, String... labels);
}
