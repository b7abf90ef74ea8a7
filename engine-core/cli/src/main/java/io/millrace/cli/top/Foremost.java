// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.top;

import io.millrace.cli.terminal.Columns;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The text of those tasks that have most of something; the others are counted. */
final class Foremost {

    private static final int MOST_ROWS = 12;

    private Foremost() {}

    /** @param others what those are that are not shown */
    static <T> List<String> lines(Columns<T> columns, List<T> tasks, ToDoubleFunction<T> most, String others) {
        List<T> shown = tasks.stream()
                .sorted(Comparator.comparingDouble(most).reversed())
                .limit(MOST_ROWS)
                .toList();
        List<String> lines = new ArrayList<>(columns.lines(shown));
        if (tasks.size() > MOST_ROWS) {
            lines.add(tasks.size() - MOST_ROWS + " " + others + ": see top --custom");
        }
        return lines;
    }
}
