// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo.model;

/** Refuses measured values that no model can use. */
final class Inputs {

    private Inputs() {}

    static void atLeast(String name, double value, double least) {
        if (!(value >= least) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " is " + value + ": it must be a number of at least " + least);
        }
    }

    static void positive(String name, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " is " + value + ": it must be a number above 0");
        }
    }
}
