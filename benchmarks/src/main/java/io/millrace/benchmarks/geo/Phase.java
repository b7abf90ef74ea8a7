// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

/**
 * A part of a measurement.
 *
 * @param name by which its figures are found; those of equal names are one
 * @param seconds how long it takes
 * @param perSecond events, with exponential gaps; 0 for as many as there is room for; below 0 for none, until all have
 *     arrived
 */
record Phase(String name, double seconds, double perSecond) {

    static final String WARM_UP = "warm-up";
    static final String FLOOD = "flood";
    static final String PACED = "paced";

    static Phase flood(String name, double seconds) {
        return new Phase(name, seconds, 0);
    }

    /** The phase that lasts until all that was offered has arrived. */
    static Phase drain() {
        return new Phase("drain", 0, -1);
    }
}
