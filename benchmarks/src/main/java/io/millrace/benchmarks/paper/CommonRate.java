// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import java.io.IOException;
import java.util.List;

/** The highest rate that several subjects all carry, found by bisection. */
final class CommonRate {

    /** The lowest rate that is tried. */
    private static final long FIRST = 1_000;

    /** So the rate is found to an eighth. */
    private static final int HALVINGS = 3;

    /** Offers one subject a rate. */
    interface Trial {
        boolean carries(long rate) throws IOException, InterruptedException;
    }

    private CommonRate() {}

    /**
     * @param subjects at least one; it takes least time if the weakest is the first
     * @return 0 if one of them does not carry the lowest rate that is tried
     */
    static long of(List<Trial> subjects) throws IOException, InterruptedException {
        long most = doubled(subjects.get(0));
        for (Trial subject : subjects.subList(1, subjects.size())) {
            if (most > 0 && !subject.carries(most)) {
                most = halved(subject, most);
            }
        }
        return most;
    }

    private static long doubled(Trial subject) throws IOException, InterruptedException {
        long carried = 0;
        long rate = FIRST;
        while (subject.carries(rate)) {
            carried = rate;
            rate *= 2;
        }
        return carried == 0 ? 0 : between(subject, carried, rate);
    }

    /** Below a rate that is not carried, however far. */
    private static long halved(Trial subject, long exceeded) throws IOException, InterruptedException {
        long high = exceeded;
        while (high / 2 >= FIRST) {
            long rate = high / 2;
            if (subject.carries(rate)) {
                return between(subject, rate, high);
            }
            high = rate;
        }
        return 0;
    }

    private static long between(Trial subject, long carried, long exceeded) throws IOException, InterruptedException {
        long low = carried;
        long high = exceeded;
        for (int halving = 0; halving < HALVINGS; halving++) {
            long middle = (low + high) / 2;
            if (subject.carries(middle)) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
