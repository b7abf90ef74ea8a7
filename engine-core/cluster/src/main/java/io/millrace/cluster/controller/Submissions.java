// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.blob.Replicator.Copies;
import io.millrace.cluster.controller.metrics.MetricsCollector;
import io.millrace.cluster.controller.placement.RegionRules;
import io.millrace.cluster.controller.rebalance.AutoRebalancePolicy;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SubmitRequest;
import io.millrace.cluster.model.SubmitResponse;
import io.millrace.cluster.model.TopologyInfo;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.state.StateChecks;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.settings.KnownKeys;
import io.millrace.runtime.settings.TopologyNames;
import io.millrace.scheduler.Algorithms;
import io.millrace.scheduler.model.InvalidProblemException;
import io.millrace.transport.LinkSecret;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Accepts topologies. HTTP threads call. */
final class Submissions {

    private final Leader leader;
    private final SubmittedFiles files;
    private final MetricsCollector metrics;
    private final StateChecks states;
    private final Config defaults;
    private final String host;
    private final boolean takesClassPaths;
    private final Clock clock;
    private final RepeatedRequests repeated;

    /**
     * @param config the controller's configuration
     * @param takesClassPaths whether the cluster is an embedded one, on this machine alone
     */
    Submissions(
            Leader leader,
            SubmittedFiles files,
            MetricsCollector metrics,
            StateChecks states,
            Config config,
            boolean takesClassPaths,
            Clock clock) {
        this.leader = leader;
        this.files = files;
        this.metrics = metrics;
        this.states = states;
        this.defaults = topologyDefaults(config);
        this.host = config.get(ClusterKeys.CONTROLLER_HOST);
        this.takesClassPaths = takesClassPaths;
        this.clock = clock;
        this.repeated = new RepeatedRequests(leader.registry());
    }

    List<Route> routes() {
        return List.of(Route.post(
                        "/v1/topologies",
                        SubmitRequest.class,
                        (request, body) -> Reply.json(submit(body, RepeatedRequests.id(request))))
                .taking(RestPaths.REQUEST_ID));
    }

    /**
     * Starts a topology as soon as a second machine has its files, if there is one. If the answer has no topology, the
     * client repeats the request.
     *
     * @param requestId the id of the request, the same if the client repeats it; empty if it gives none
     */
    SubmitResponse submit(SubmitRequest request, String requestId) {
        leader.require();
        try {
            String name = TopologyNames.checked(request.name());
            if (leader.registry().readTopology(name).isPresent()) {
                // The order matters: another thread may do the same request meanwhile
                return repeated.submitted(name, requestId).map(this::submitted).orElseThrow(() -> inUse(name));
            }
            return submit(name, request, requestId);
        } catch (TopologyException | InvalidProblemException e) {
            throw new ClusterException(Reason.REFUSED, e.getMessage(), e);
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.EXISTS) {
                return repeated.submitted(request.name(), requestId)
                        .map(this::submitted)
                        .orElseThrow(() -> inUse(request.name()));
            }
            throw Leader.unavailable(e);
        }
    }

    private SubmitResponse submit(String name, SubmitRequest request, String requestId) {
        Config config = defaults.with(KnownKeys.checkedForTopology(request.config(), "topology '" + name + "'"));
        Algorithms.byName(config.get(TopologyKeys.SCHEDULER_ALGORITHM));
        AutoRebalancePolicy.Settings.of(config);
        if (!request.classPath().isEmpty() && !takesClassPaths) {
            throw new TopologyException("only an embedded cluster accepts a class path: submit a jar");
        }
        Topology topology = files.checked(name, request);
        refuseIfRegionsAreMissing(name, topology, config);
        TopologyRecord record = record(name, request, topology, config);
        List<String> digests = record.digests().distinct().toList();
        Copies copies = files.replicate(digests);
        if (copies == Copies.UNDER_WAY) {
            return new SubmitResponse(null, files.underWay(digests));
        }
        ClusterView view = leader.view();
        List<String> notes =
                SnapshotNotes.of(config, topology, states, view.supervisors().values());
        // The round trips are read so that a leader that has just begun places the topology by the measurements of
        // other topologies' workers
        metrics.knownRoundTrips(leader.view());
        String note = copies == Copies.ON_TWO_MACHINES || takesClassPaths
                ? null
                : "the files of topology '" + name + "' are on one machine only (" + host
                        + "), because no other one is up";
        TopologyInfo info = new TopologyInfo(
                        name,
                        record.id(),
                        record.status() == Status.INACTIVE ? Status.INACTIVE : Status.STARTING,
                        record.submittedAtMillis(),
                        new TopologyInfo.Size(record.tasks(), 0, 0, List.of()),
                        TopologyInfo.Remarks.of(null, note))
                .withNotes(notes);
        leader.changes().createTopology(record, RepeatedRequests.answered(requestId, info));
        return submitted(info);
    }

    private TopologyRecord record(String name, SubmitRequest request, Topology topology, Config config) {
        long now = clock.millis();
        return new TopologyRecord(
                name,
                TopologyNames.newId(name, now),
                config.get(TopologyKeys.INACTIVE) ? Status.INACTIVE : Status.ACTIVE,
                now,
                new TopologyRecord.Program(
                        new TaskPlan(topology).taskCount(),
                        request.topologyDigest(),
                        request.jars(),
                        request.classPath(),
                        config.asMap()),
                null,
                LinkSecret.random());
    }

    private SubmitResponse submitted(TopologyInfo info) {
        leader.awaitSeen(known -> Optional.ofNullable(known.topologies().get(info.name()))
                .filter(seen -> seen.record().id().equals(info.id()))
                .isPresent());
        return new SubmitResponse(info);
    }

    /**
     * Refuses a topology in one line that names its missing nodes: it would wait for them, which an author with a
     * misspelt region would not notice.
     */
    private void refuseIfRegionsAreMissing(String name, Topology topology, Config config) {
        ClusterView now = leader.view();
        RegionRules rules = new RegionRules(topology, config);
        String missing = rules.missing(now);
        if (!missing.isEmpty()) {
            throw new TopologyException("topology '" + name + "' has nowhere to run: " + missing);
        }
        List<String> apart = rules.apart(now);
        int workers = config.get(TopologyKeys.WORKERS);
        if (apart.size() > workers) {
            throw new TopologyException("topology '" + name + "' has components that must run in "
                    + String.join(" and in ", apart) + ", and " + TopologyKeys.WORKERS.name() + " is " + workers
                    + ": raise it to " + apart.size() + " or more");
        }
    }

    private ClusterException inUse(String name) {
        TopologyView running = leader.view().topologies().get(name);
        Status status = running == null ? Status.ACTIVE : running.record().status();
        return new ClusterException(
                Reason.REFUSED,
                switch (status) {
                    case KILLED -> "topology '" + name + "' is still being killed: wait, or choose another name";
                    case FAILED -> "topology '" + name + "' has failed: kill it first, or choose another name";
                    default -> "a topology named '" + name + "' runs already: kill it, or choose another name";
                });
    }

    /** Returns the topology keys in the controller's own configuration. */
    private static Config topologyDefaults(Config config) {
        Map<String, String> values = new TreeMap<>();
        TopologyKeys.all().forEach(key -> config.get(key.name()).ifPresent(text -> values.put(key.name(), text)));
        config.asMap().forEach((key, text) -> {
            if (key.startsWith(Config.AUTHOR_PREFIX)) {
                values.put(key, text);
            }
        });
        return Config.of(values);
    }
}
