// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.traffic;

/**
 * An exponentially weighted moving average over irregular intervals. Older values lose half of their weight with each
 * half-life: {@code value += (1 - 2^(-elapsed/halfLife)) * (measured - value)}. The first measurement is taken as it
 * is.
 */
final class ExponentialAverage {

    private double value = Double.NaN;

    void add(double measured, double elapsed, double halfLife) {
        value = Double.isNaN(value) ? measured : value + (1 - Math.pow(2, -elapsed / halfLife)) * (measured - value);
    }

    double value() {
        return Double.isNaN(value) ? 0 : value;
    }
}
