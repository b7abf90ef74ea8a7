// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import java.util.Map;
import java.util.NavigableMap;

/** Where a curve bends; pure. */
final class Knee {

    /** The points at the end of a curve that say what it settles at. */
    private static final int LAST = 3;

    /** By how many times a latency has risen where a curve over the rate has its knee. */
    static final double RISE = 10;

    private Knee() {}

    /** The first x at which the value is at least so many times that of the first x; NaN if there is none. */
    static double ofRise(NavigableMap<Double, Double> curve, double times) {
        return curve.entrySet().stream()
                .filter(point -> point.getValue() >= times * curve.firstEntry().getValue())
                .mapToDouble(Map.Entry::getKey)
                .findFirst()
                .orElse(Double.NaN);
    }

    /**
     * The first x from which on no value is above the highest of the last three by more than a share, so what the last
     * ones differ by is not taken for a rise; NaN if there are fewer than four points.
     */
    static double ofSettling(NavigableMap<Double, Double> curve, double share) {
        if (curve.size() <= LAST) {
            return Double.NaN;
        }
        double settled = curve.descendingMap().values().stream()
                .limit(LAST)
                .mapToDouble(Double::doubleValue)
                .max()
                .orElseThrow();
        double knee = curve.lastKey();
        for (Map.Entry<Double, Double> point : curve.descendingMap().entrySet()) {
            if (point.getValue() > (1 + share) * settled) {
                break;
            }
            knee = point.getKey();
        }
        return knee;
    }
}
