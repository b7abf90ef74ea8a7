// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.WorkerReport;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds out whether workers cannot be started at all, as shared memory has no room for them. A cluster waits for room;
 * for a command the room does not change, except that workers which are just ending free theirs. A command waits too
 * for a topology that has run once. Used by one thread.
 */
final class BlockedStarts {

    /** The number of looks in a row after which there is no hope: the supervisor has tried again meanwhile. */
    static final int MOST = 60;

    private final Map<String, Integer> looks = new HashMap<>();

    /** The topologies all of whose workers were up at a look. */
    private final Set<String> ran = new HashSet<>();

    /** Takes a description of the topology. Returns why it cannot run, in one line; empty while there is hope. */
    Optional<String> look(TopologyDescription description) {
        String name = description.info().name();
        Optional<String> blocked = description.problems().stream()
                .filter(problem -> problem.contains(": " + WorkerReport.CANNOT_START))
                .findFirst();
        if (!description.workers().isEmpty() && description.workers().stream().allMatch(WorkerMetrics::registered)) {
            ran.add(name);
        }
        if (blocked.isEmpty() || ran.contains(name)) {
            looks.remove(name);
            return Optional.empty();
        }
        return looks.merge(name, 1, Integer::sum) < MOST ? Optional.empty() : blocked;
    }
}
