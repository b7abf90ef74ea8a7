// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Function;

/**
 * What becomes of an engine as the rate grows, and which rate is too much for it; pure.
 *
 * @param p99 latency by rate
 * @param carriedPercent of what was offered, of the same rates
 */
record LoadCurve(NavigableMap<Double, Double> p99, NavigableMap<Double, Double> carriedPercent) {

    /** What an engine carries of what is offered, as long as it keeps up. */
    static final double LEAST_CARRIED_PERCENT = 99;

    /** @param curve a figure of lines over the rate, by its pointer */
    static LoadCurve of(Function<String, NavigableMap<Double, Double>> curve) {
        return new LoadCurve(curve.apply(Result.P99), curve.apply(Result.CARRIED));
    }

    /** The first rate at which the latency is tenfold that of the first, or too little is carried; NaN if none is. */
    double tooMuch() {
        double risen = p99.isEmpty() ? Double.NaN : Knee.ofRise(p99, Knee.RISE);
        return carriedPercent.entrySet().stream()
                .filter(point -> point.getValue() < LEAST_CARRIED_PERCENT)
                .mapToDouble(Map.Entry::getKey)
                .limit(1)
                .reduce(risen, (first, rate) -> first <= rate ? first : rate);
    }

    /** The last rate where none was too much; NaN of a single rate that was not. */
    double tooMuchOrLast() {
        double rate = tooMuch();
        return Double.isNaN(rate) && p99.size() > 1 ? p99.lastKey() : rate;
    }

    /** Whether it was measured at this rate, and neither that nor a lower one was too much. */
    boolean keepsUpAt(double rate) {
        return p99.containsKey(rate) && !(tooMuch() <= rate);
    }
}
