// SPDX-License-Identifier: Apache-2.0
package io.millrace.scheduler.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Measured round trips between regions.
 *
 * @param millis row: from, column: to, in the order of {@code regions}; need not be symmetric
 */
public record RegionRtt(List<String> regions, List<List<Double>> millis) {
    private static final double LONGEST_MILLIS = 3_600_000;

    public RegionRtt {
        regions = List.copyOf(regions);
        millis = millis.stream().map(List::copyOf).toList();
        Set<String> seen = new HashSet<>();
        for (String region : regions) {
            if (!seen.add(region)) {
                throw new InvalidProblemException(
                        "rtt_ms.regions names " + ErrorText.quote(region) + " twice: name each region once");
            }
        }
        int size = regions.size();
        if (millis.size() != size) {
            throw new InvalidProblemException("rtt_ms.matrix has " + ErrorText.count(millis.size(), "row")
                    + ", must have " + size + ": one for each of rtt_ms.regions");
        }
        for (int from = 0; from < size; from++) {
            List<Double> row = millis.get(from);
            if (row.size() != size) {
                throw new InvalidProblemException("rtt_ms.matrix[" + from + "] has "
                        + ErrorText.count(row.size(), "column") + ", must have " + size
                        + ": one for each of rtt_ms.regions");
            }
            for (int to = 0; to < size; to++) {
                Bounds.check("rtt_ms", "matrix[" + from + "][" + to + "]", row.get(to), 0, LONGEST_MILLIS);
            }
        }
    }
}
