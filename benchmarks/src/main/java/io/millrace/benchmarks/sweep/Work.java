// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.util.Comparator;

/**
 * What is done with each message.
 *
 * @param costMillis that an engine needs for each; of a core, or of time in {@link Setting#SLOTS}
 */
public record Work(int costMillis, Grouping grouping) implements Comparable<Work> {

    private static final Comparator<Work> ORDER =
            Comparator.comparingInt(Work::costMillis).thenComparing(Work::grouping);

    /** Nothing, without engines of the topology's own. */
    static final Work SHUFFLED = new Work(0, Grouping.SHUFFLE);

    /** Nothing, or what an engine needs so many milliseconds for. */
    static Work of(int costMillis) {
        return new Work(costMillis, Grouping.FIRST_IDLE);
    }

    double costSeconds() {
        return costMillis / 1e3;
    }

    String text() {
        return costMillis + " ms" + (grouping == Grouping.SHUFFLE ? " shuffle" : "");
    }

    @Override
    public int compareTo(Work other) {
        return ORDER.compare(this, other);
    }
}
