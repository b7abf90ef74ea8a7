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
 * Whether workers cannot be started at all, as shared memory has no room for them. On a cluster that is waited for; for a command it does not
 * change, except that workers which are just ending free theirs. A topology that has run once is waited for here too. Used by one thread.
 */
final class BlockedStarts {

    /** Looks in a row: the supervisor has tried again meanwhile. */
    static final int MOST = 60;

    private final Map<String, Integer> looks = new HashMap<>();

    /** The topologies all of whose workers were up at a look. */
    private final Set<String> ran = new HashSet<>();

    /** Takes what is known at one look. Returns why the topology cannot run, in one line; empty while there is hope. */
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
