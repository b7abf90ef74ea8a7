// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import java.util.ArrayList;
import java.util.List;

/**
 * The columns of a table that is printed while it grows.
 *
 * @param format of a row, for texts
 * @param heads separated by bars
 */
public record Columns(String format, String heads) {

    public String head() {
        return row((Object[]) heads.split("\\|"));
    }

    /** @param cells of which a list stands for all that it has */
    public String row(Object... cells) {
        List<Object> all = new ArrayList<>();
        for (Object cell : cells) {
            if (cell instanceof List<?> several) {
                all.addAll(several);
            } else {
                all.add(cell);
            }
        }
        return String.format(format, all.toArray());
    }
}
