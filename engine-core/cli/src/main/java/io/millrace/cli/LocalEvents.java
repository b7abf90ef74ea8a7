// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.cli.terminal.Terminal;
import io.millrace.cluster.model.TopologyDescription;
import io.millrace.cluster.model.WorkerDeath;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Prints the events of the workers of {@code millrace local}, a line for each death and each problem. Used by the
 * command's thread.
 */
final class LocalEvents {

    /** Finds figures, such as the free space, in which two texts of the same problem differ. */
    private static final Pattern FIGURES = Pattern.compile("[0-9]+");

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
                terminal.line("topology '" + topology + "': worker " + death.worker() + " has died: " + death.cause());
            }
        }
        Set<String> open = new HashSet<>();
        Set<String> before = problems.getOrDefault(topology, Set.of());
        for (String problem : now.problems()) {
            String kind = FIGURES.matcher(problem).replaceAll("");
            if (open.add(kind) && !before.contains(kind) && !isOfDeath(problem, now.deaths())) {
                terminal.line("topology '" + topology + "': " + problem);
            }
        }
        problems.put(topology, open);
    }

    private static boolean isOfDeath(String problem, List<WorkerDeath> deaths) {
        return deaths.stream().anyMatch(death -> problem.endsWith(": " + death.cause()));
    }
}
