// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.util.Arrays;
import java.util.Collection;

/** The value in the middle, and of an even number of values the mean of the two in the middle. */
public final class Median {

    private Median() {}

    /** The median of at least one value, in any order. */
    public static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    public static double of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
