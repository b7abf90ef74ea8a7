// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.state;

import io.millrace.api.config.Config;
import io.millrace.api.config.SecretSettings;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.registry.Registry;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import io.millrace.runtime.snapshot.store.SnapshotStores;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Checks at submit that all nodes see one location of the snapshots of a topology. It takes at most seven times {@link
 * #LIMIT}, less than a client waits for an answer. A check without an answer in time is noted, and does not refuse the
 * topology.
 */
public final class StateChecks {

    /** The time limit of each step. */
    private static final Duration LIMIT = Duration.ofSeconds(2);

    /** The most supervisors that may be late when they are asked to write. */
    private static final int MOST_LATE = 2;

    private static final byte[] NOTHING = new byte[0];

    private final Registry registry;
    private final Asks asks;
    private final Duration limit;
    private final StatePlace own;

    /** Asks a supervisor. */
    interface Asks {

        /** Blocks for at most this time. */
        StateAnswer ask(SupervisorRecord supervisor, String path, int limitMillis) throws IOException;
    }

    public StateChecks(Registry registry, NodeTargets nodes) {
        this(
                registry,
                (supervisor, path, limitMillis) -> Json.read(
                        nodes.of(supervisor.host(), supervisor.port()).post(path, NOTHING, limitMillis),
                        StateAnswer.class),
                LIMIT);
    }

    /** @param limit the time limit of each step */
    StateChecks(Registry registry, Asks asks, Duration limit) {
        this.registry = registry;
        this.asks = asks;
        this.limit = limit;
        this.own = new StatePlace(limit);
    }

    /**
     * Checks the location of a topology's snapshots.
     *
     * @param supervisors the supervisors of all nodes that may get tasks
     * @return notes on the parts that were not checked, one line each
     * @throws ClusterException if a node does not see the location, or none can write to it; the line names the nodes
     */
    public List<String> check(Config topology, Collection<SupervisorRecord> supervisors) {
        String location = topology.get(TopologyKeys.STATE_DIR);
        String shown = SecretSettings.shownText(location);
        if (!isOwn(location)) {
            return List.of(
                    TopologyKeys.STATE_DIR.name() + " " + shown
                            + " was not checked: the connector comes with the topology, and its workers say whether they reach it");
        }
        if (supervisors.isEmpty()) {
            return List.of(TopologyKeys.STATE_DIR.name() + " " + shown + " was not checked: no supervisor is up");
        }
        List<SupervisorRecord> nodes = supervisors.stream()
                .sorted(Comparator.comparing(SupervisorRecord::node))
                .toList();
        StateCheck check = StateCheck.random(location, topology.asMap());
        String id = StateCheck.hex();
        registry.putStateCheck(id, Json.write(check));
        // The threads are of this check alone: one that hangs holds up no other check
        ExecutorService threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "millrace-state-checks");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return new Run(shown, check, id, nodes, threads).run();
        } finally {
            threads.shutdownNow();
            registry.removeStateCheck(id);
        }
    }

    private static boolean isOwn(String location) {
        try {
            return SnapshotStores.isOwn(location);
        } catch (IOException e) {
            throw refused(e.getMessage());
        }
    }

    private static ClusterException refused(String why) {
        return new ClusterException(Reason.REFUSED, TopologyKeys.STATE_DIR.name() + ": " + why);
    }

    /** One check. */
    private final class Run {

        /** The location without secrets. */
        private final String location;

        private final StateCheck check;
        private final String id;
        private final List<SupervisorRecord> nodes;
        private final ExecutorService threads;

        Run(String location, StateCheck check, String id, List<SupervisorRecord> nodes, ExecutorService threads) {
            this.location = location;
            this.check = check;
            this.id = id;
            this.nodes = nodes;
            this.threads = threads;
        }

        List<String> run() {
            if (own.writeIfThere(check).done()) {
                Map<String, StateAnswer> seen;
                try {
                    seen = ask(nodes, "see");
                } finally {
                    own.remove(check);
                }
                // If no supervisor sees it, the location may exist only for the controller: workers do not need the
                // controller to have it
                if (seen.values().stream().anyMatch(answer -> answer != null && answer.done())) {
                    return judge("the controller", seen);
                }
            }
            return writtenByANode();
        }

        private List<String> writtenByANode() {
            Map<String, StateAnswer> refusals = new TreeMap<>();
            for (SupervisorRecord writer : nodes) {
                StateAnswer answer = ask(List.of(writer), "write").get(writer.node());
                if (answer != null && answer.done()) {
                    try {
                        return judge("node " + writer.node(), ask(nodes, "see"));
                    } finally {
                        ask(List.of(writer), "remove");
                    }
                }
                refusals.put(writer.node(), answer);
                if (Collections.frequency(refusals.values(), null) == MOST_LATE) {
                    break;
                }
            }
            if (refusals.values().stream().allMatch(Objects::isNull)) {
                return List.of(
                        notChecked(nodes.stream().map(SupervisorRecord::node).toList()));
            }
            throw refused(location + " cannot be used: " + problems(refusals)
                    + ": every node of the topology must be able to write there");
        }

        private List<String> judge(String writer, Map<String, StateAnswer> seen) {
            Map<String, StateAnswer> blind = new TreeMap<>(seen);
            blind.values().removeIf(answer -> answer == null || answer.done());
            if (!blind.isEmpty()) {
                throw refused("what " + writer + " writes to " + location + " is not seen on " + problems(blind)
                        + ": mount one shared directory under this name on every node");
            }
            List<String> silent = seen.entrySet().stream()
                    .filter(entry -> entry.getValue() == null)
                    .map(Map.Entry::getKey)
                    .toList();
            return silent.isEmpty() ? List.of() : List.of(notChecked(silent));
        }

        private String notChecked(Collection<String> silent) {
            return TopologyKeys.STATE_DIR.name() + " " + location + " was not checked on " + String.join(", ", silent)
                    + ": no answer within " + limit.toMillis() + " ms";
        }

        private static String problems(Map<String, StateAnswer> answers) {
            List<String> problems = new ArrayList<>();
            answers.forEach((node, answer) ->
                    problems.add(node + " (" + (answer == null ? "does not answer" : answer.problem()) + ")"));
            return String.join(", ", problems);
        }

        /** Asks all supervisors at once. The answer of a silent one is null. */
        private Map<String, StateAnswer> ask(List<SupervisorRecord> asked, String verb) {
            Map<String, CompletableFuture<StateAnswer>> answers = new TreeMap<>();
            for (SupervisorRecord supervisor : asked) {
                answers.put(
                        supervisor.node(),
                        CompletableFuture.supplyAsync(() -> ask(supervisor, verb), threads)
                                .completeOnTimeout(null, limit.toMillis(), TimeUnit.MILLISECONDS));
            }
            Map<String, StateAnswer> all = new TreeMap<>();
            answers.forEach((node, answer) -> all.put(node, answer.join()));
            return all;
        }

        private StateAnswer ask(SupervisorRecord supervisor, String verb) {
            try {
                StateAnswer answer =
                        asks.ask(supervisor, StateRoutes.path(id, verb), Math.toIntExact(limit.toMillis()));
                return answer.late() ? null : answer;
            } catch (IOException e) {
                return null;
            } catch (ClusterException | JsonException e) {
                return StateAnswer.not(StatePlace.reason(e));
            }
        }
    }
}
