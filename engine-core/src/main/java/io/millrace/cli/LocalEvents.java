package io.millrace.cli;

import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.WorkerDeath;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Prints what happens to the workers of {@code millrace local}, a line for each death and each problem. Used by the command's thread. */
final class LocalEvents {

    private final Terminal terminal;
    private final Map<String, Integer> deaths = new HashMap<>();
    private final Map<String, Set<String>> problems = new HashMap<>();

    LocalEvents(Terminal terminal) {
        this.terminal = terminal;
    }

    void printNew(TopologyDescription now) {
        String topology = now.info().name();
        for (WorkerDeath death : now.deaths()) {
            Integer before = deaths.put(topology + "/" + death.worker(), death.deaths());
            if (before == null || before < death.deaths()) {
                terminal.line("topology '" + topology + "': worker " + death.worker()
                        + " has died and is started again: " + death.cause());
            }
        }
        Set<String> open = new HashSet<>(now.problems());
        Set<String> before = problems.put(topology, open);
        for (String problem : now.problems()) {
            if ((before == null || !before.contains(problem)) && !isOfDeath(problem, now.deaths())) {
                terminal.line("topology '" + topology + "': " + problem);
            }
        }
    }

    private static boolean isOfDeath(String problem, List<WorkerDeath> deaths) {
        return deaths.stream().anyMatch(death -> problem.endsWith(": " + death.cause()));
    }
}
