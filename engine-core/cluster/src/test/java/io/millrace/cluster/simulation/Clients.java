// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.simulation;

import io.millrace.api.config.TopologyKeys;
import io.millrace.api.rebalance.RebalanceRequest;
import io.millrace.cluster.controller.SimulatedController;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.simulation.SimulatedCluster.ControllerHost;
import io.millrace.cluster.simulation.Violation.Invariant;
import io.millrace.runtime.json.Json;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The clients of a simulated cluster, some of which do not receive their answers and ask again. */
final class Clients {

    /**
     * A client that has not received the answer to its request.
     *
     * @param topologyId the id of the topology that the request has made or changed
     * @param send sends the request again, and returns the answer
     */
    private record Unanswered(
            String what, String name, String topologyId, Function<SimulatedController, Object> send, Object first) {}

    private final SimulatedCluster cluster;
    private final List<Unanswered> unanswered = new ArrayList<>();
    private long requests;

    Clients(SimulatedCluster cluster) {
        this.cluster = cluster;
    }

    /** A client asks the controller that leads. */
    void ask() {
        Optional<ControllerHost> leader = cluster.leader();
        if (leader.isEmpty() || leader.get() == cluster.interrupted) {
            return;
        }
        SimulatedController controller = leader.get().controller;
        String name = SimulatedCluster.NAMES.get(cluster.random.nextInt(SimulatedCluster.NAMES.size()));
        try {
            checkAnswer(leader.get());
            if (!unanswered.isEmpty() && cluster.random.nextBoolean()) {
                repeat(controller, unanswered.remove(cluster.random.nextInt(unanswered.size())));
                return;
            }
            switch (cluster.random.nextInt(8)) {
                case 0, 1, 2 -> submit(controller, name, cluster.random.nextInt(1, 4));
                case 3 -> {
                    cluster.note("kill " + name);
                    controller.kill(name);
                }
                case 4 -> controller.setActive(name, cluster.random.nextBoolean());
                case 5 -> {
                    String node = cluster.nodes.get(cluster.random.nextInt(cluster.nodes.size())).name;
                    cluster.note((cluster.drained().contains(node) ? "undrain " : "drain ") + node);
                    if (cluster.drained().contains(node)) {
                        controller.undrain(node);
                    } else {
                        controller.drain(node);
                        cluster.count("drains");
                    }
                }
                default -> {
                    cluster.note("rebalance " + name);
                    RebalanceRequest request =
                            new RebalanceRequest(false, "even", cluster.random.nextInt(1, 4), Map.of());
                    String id = "rebalance-" + ++requests;
                    long number = controller.rebalance(name, request, id);
                    cluster.count("rebalances");
                    if (number != 0) {
                        // Only the last rebalance of a topology is remembered
                        unanswered.removeIf(other ->
                                other.name().equals(name) && other.what().equals("rebalances"));
                        mayLose("rebalances", name, again -> again.rebalance(name, request, id), number);
                    }
                }
            }
        } catch (ClusterException | RegistryException e) {
            // The request is refused with a reason, or the registry is away
        } catch (RuntimeException e) {
            throw new Violation(
                    Invariant.NO_UNEXPECTED_ERROR, controller + " answers a client, at " + cluster.trace(), e);
        }
    }

    private void checkAnswer(ControllerHost leader) {
        leader.controller.list().ifPresent(names -> {
            Set<String> there =
                    cluster.topologies().stream().map(TopologyRecord::name).collect(Collectors.toSet());
            Invariants.require(
                    !leader.client.reachable() || names.containsAll(there),
                    Invariant.NO_ANSWER_LEAVES_OUT_A_TOPOLOGY,
                    leader + " tells of " + names + ", and there are " + there + ", after " + cluster.trace());
        });
    }

    private void mayLose(String what, String name, Function<SimulatedController, Object> send, Object first) {
        if (cluster.random.nextInt(2) == 0) {
            idOf(name).ifPresent(id -> unanswered.add(new Unanswered(what, name, id, send, first)));
        }
    }

    private Optional<String> idOf(String name) {
        return cluster.zooKeeper
                .data(cluster.paths.topology(name))
                .map(data -> Json.read(data, TopologyRecord.class).id());
    }

    /** Sends a request again, unless its topology is gone, to the present leader. */
    private void repeat(SimulatedController controller, Unanswered client) {
        if (!idOf(client.name()).equals(Optional.of(client.topologyId()))) {
            return;
        }
        cluster.note("repeats one of the " + client.what() + " of " + client.topologyId() + " at " + controller);
        Object answer;
        try {
            answer = client.send().apply(controller);
        } catch (ClusterException e) {
            Invariants.require(
                    e.reason() == Reason.NO_CLUSTER,
                    Invariant.REPEATED_REQUESTS_ARE_DONE_ONCE,
                    e.getMessage() + ", after " + cluster.trace());
            return;
        }
        Invariants.require(
                client.first().equals(answer),
                Invariant.REPEATED_REQUESTS_ARE_DONE_ONCE,
                "the answer was " + client.first() + ", and is " + answer + ", after " + cluster.trace());
        cluster.count("repeated " + client.what());
    }

    private void submit(SimulatedController controller, String name, int size) {
        byte[] lib = "a library of all".getBytes(StandardCharsets.UTF_8);
        byte[] jar = ("jar of " + name + cluster.pids).getBytes(StandardCharsets.UTF_8);
        try {
            controller.blobs().put(Digest.of(jar), new ByteArrayInputStream(jar));
            controller.blobs().put(Digest.of(lib), new ByteArrayInputStream(lib));
            controller
                    .blobs()
                    .put(Digest.of(SimulatedCluster.TOPOLOGY), new ByteArrayInputStream(SimulatedCluster.TOPOLOGY));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> config = new TreeMap<>(Map.of(
                TopologyKeys.WORKERS.name(), Integer.toString(size), TopologyKeys.SCHEDULER_ALGORITHM.name(), "even"));
        if (cluster.random.nextInt(3) == 0) {
            config.put(TopologyKeys.REGIONS.name(), SimulatedCluster.CONFINING_REGION);
        }
        SubmitRequest request = new SubmitRequest(
                name,
                Digest.of(SimulatedCluster.TOPOLOGY),
                List.of(new SubmittedJar("t.jar", Digest.of(jar)), new SubmittedJar("lib.jar", Digest.of(lib))),
                List.of(),
                config);
        String id = "submission-" + ++requests;
        TopologyInfo submitted = controller.submit(request, id);
        for (int again = 0; submitted == null && again < 10; again++) {
            // The topology's files are being copied meanwhile
            cluster.round(cluster.random.nextInt(1, 200));
            submitted = controller.submit(request, id);
        }
        if (submitted != null) {
            cluster.note("submitted " + submitted.id() + " by " + controller);
            cluster.count("submissions");
            if (config.containsKey(TopologyKeys.REGIONS.name())) {
                cluster.count("confined");
            }
            if (submitted.remarks().note() != null) {
                cluster.onOneMachine.add(submitted.id());
            }
            mayLose("submissions", name, again -> again.submit(request, id), submitted);
        }
    }
}
