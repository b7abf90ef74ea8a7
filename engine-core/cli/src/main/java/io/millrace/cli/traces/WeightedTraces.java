// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.traces;

import io.millrace.api.metrics.Trace;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** Traces with their weights, in the order of one of their times, for percentiles. Immutable. */
final class WeightedTraces {

    private static final double HUNDRED = 100;

    private final List<Trace> sorted;
    private final ToLongFunction<Trace> time;

    /** The sum of the weights of each trace and of the traces before it. */
    private final double[] upTo;

    /** @param traces the traces, of which those without a weight are left out */
    WeightedTraces(List<Trace> traces, ToLongFunction<Trace> time) {
        this.time = time;
        this.sorted = new ArrayList<>(
                traces.stream().filter(trace -> trace.weight() > 0).toList());
        sorted.sort(Comparator.comparingLong(time));
        upTo = new double[sorted.size()];
        double sum = 0;
        for (int i = 0; i < upTo.length; i++) {
            sum += sorted.get(i).weight();
            upTo[i] = sum;
        }
    }

    int size() {
        return sorted.size();
    }

    /** Returns a percentile, by the nearest rank; 0 if there are no traces. */
    long at(double percentile) {
        return sorted.isEmpty() ? 0 : time.applyAsLong(sorted.get(index(percentile)));
    }

    /**
     * Returns the traces between two percentiles.
     *
     * @param least the least number of traces, if there are so many: then some on both sides are added
     */
    List<Trace> between(double low, double high, int least) {
        if (sorted.isEmpty()) {
            return List.of();
        }
        int from = index(low);
        int to = index(high);
        while (to - from + 1 < Math.min(least, sorted.size())) {
            from = Math.max(0, from - 1);
            to = Math.min(sorted.size() - 1, to + 1);
        }
        return sorted.subList(from, to + 1);
    }

    private int index(double percentile) {
        double wanted = percentile / HUNDRED * upTo[upTo.length - 1];
        int index = 0;
        while (index < upTo.length - 1 && upTo[index] < wanted) {
            index++;
        }
        return index;
    }
}
