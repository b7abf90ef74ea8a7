package io.millrace.cli.ways;

import io.millrace.api.metrics.Way;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/** Ways with their weights, in the order of one of their times, for percentiles. Immutable. */
final class WeightedWays {

    private static final double HUNDRED = 100;

    private final List<Way> sorted;
    private final ToLongFunction<Way> time;

    /** The sum of the weights of each way and of the ways before it. */
    private final double[] upTo;

    /** @param ways the ways, of which those without a weight are left out */
    WeightedWays(List<Way> ways, ToLongFunction<Way> time) {
        this.time = time;
        this.sorted =
                new ArrayList<>(ways.stream().filter(way -> way.weight() > 0).toList());
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

    /** Returns a percentile, by the nearest rank; 0 if there are no ways. */
    long at(double percentile) {
        return sorted.isEmpty() ? 0 : time.applyAsLong(sorted.get(index(percentile)));
    }

    /**
     * Returns the ways between two percentiles.
     *
     * @param least the least number of ways, if there are so many: then some on both sides are added
     */
    List<Way> between(double low, double high, int least) {
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
