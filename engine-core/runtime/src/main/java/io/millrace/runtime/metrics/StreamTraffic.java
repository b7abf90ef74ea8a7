// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import io.millrace.api.metrics.EdgeMetrics;
import java.util.ArrayList;
import java.util.List;

/**
 * The counts of one task's tuples on one stream to the tasks of one component. The counts are flat, because a worker
 * has them for each stream of each task, and they are sent as text.
 *
 * @param counts target task, messages and bytes of the first target task that got any, then of the next
 */
public record StreamTraffic(String source, int sourceTask, String stream, String target, List<Long> counts) {

    private static final int PER_TARGET = 3;

    /** Returns the counts as edges: messages and bytes for each pair of tasks. */
    public List<EdgeMetrics> edges() {
        List<EdgeMetrics> edges = new ArrayList<>();
        for (int i = 0; i + PER_TARGET <= counts.size(); i += PER_TARGET) {
            edges.add(new EdgeMetrics(
                    source,
                    sourceTask,
                    stream,
                    target,
                    (int) (long) counts.get(i),
                    counts.get(i + 1),
                    counts.get(i + 2)));
        }
        return edges;
    }
}
