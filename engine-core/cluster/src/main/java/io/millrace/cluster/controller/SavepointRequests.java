// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.RunningTopology.Status;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.SavepointRecord;
import io.millrace.cluster.model.SavepointRecord.Then;
import io.millrace.cluster.model.SavepointRequest;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.Leadership;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryException;
import io.millrace.cluster.registry.TopologyView;
import io.millrace.cluster.registry.Versioned;
import io.millrace.runtime.snapshot.SnapshotSettings;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Requests savepoints of running topologies, and remembers the outcome of savepoints with which topologies have ended.
 * HTTP threads and the controller's loop call.
 */
final class SavepointRequests {

    private static final int REMEMBERED = 100;

    private final Registry registry;
    private final Leadership leadership;

    /** The savepoints of ended topologies by name; those that an earlier leader has seen are not known. */
    private final Map<String, SavepointRecord> ended = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, SavepointRecord> eldest) {
            return size() > REMEMBERED;
        }
    };

    SavepointRequests(Registry registry, Leadership leadership) {
        this.registry = registry;
        this.leadership = leadership;
    }

    /**
     * Requests a savepoint of a topology that takes snapshots, unless another one is being made.
     *
     * @param requestId the client's id of the request; a repetition of the last request makes no further savepoint
     */
    SavepointRecord ask(TopologyView topology, SavepointRequest request, String requestId) {
        TopologyRecord record = topology.record();
        Config config = Config.of(record.config());
        Versioned<SavepointRecord> last =
                registry.readSavepoint(record.name(), record.id()).orElse(null);
        if (last != null && last.value().isAskedBy(requestId)) {
            return last.value();
        }
        refuse(topology, config);
        if (last != null && last.value().isAsked()) {
            throw refused("savepoint " + last.value().number() + " of topology '" + record.name()
                    + "' is being made: wait until that is done");
        }
        long number = last == null ? 1 : last.value().number() + 1;
        String location = request.location() == null || request.location().isBlank()
                ? config.get(TopologyKeys.STATE_DIR).replaceAll("/+$", "") + "/savepoints/" + record.id() + "-" + number
                : request.location();
        Then then = request.then() == null ? Then.GO_ON : request.then();
        SavepointRecord asked = new SavepointRecord(number, location, then, requestId);
        try {
            leadership.askSavepoint(topology, asked, last);
        } catch (RegistryException e) {
            if (e.kind() == RegistryException.Kind.UNAVAILABLE) {
                throw new ClusterException(Reason.NO_CLUSTER, e.getMessage(), e);
            }
            return registry.readSavepoint(record.name(), record.id())
                    .map(Versioned::value)
                    .filter(other -> other.isAskedBy(requestId))
                    .orElseThrow(() -> refused("topology '" + record.name() + "' was changed meanwhile: try again"));
        }
        synchronized (ended) {
            ended.remove(record.name());
        }
        return asked;
    }

    private static void refuse(TopologyView topology, Config config) {
        String name = topology.record().name();
        if (topology.record().ended() || topology.record().status() == Status.COMPLETED) {
            throw refused("topology '" + name + "' has ended or is ending: there is nothing to keep");
        }
        if (!SnapshotSettings.of(config).enabled()) {
            throw refused("topology '" + name + "' takes no snapshots: submit it with " + TopologyKeys.GUARANTEE.name()
                    + "=exactly-once, or with " + TopologyKeys.STATE_DIR.name());
        }
        if (!topology.assigned() || topology.assignment().value().rebalancing()) {
            throw refused("topology '" + name + "' is not placed yet, or is being rebalanced: wait until that is done");
        }
    }

    private static ClusterException refused(String why) {
        return new ClusterException(Reason.REFUSED, why);
    }

    /** Ends a topology whose savepoint is made, if requested. Returns whether it has changed the registry. */
    boolean reconcile(TopologyView topology) {
        if (topology.savepoint() == null || !topology.savepoint().value().ends()) {
            return false;
        }
        synchronized (ended) {
            ended.put(topology.record().name(), topology.savepoint().value());
        }
        leadership.updateTopology(topology.record().withStatus(Status.KILLED), topology.version());
        return true;
    }

    /** Returns the last savepoint that was requested of a topology; null if there was none, or it is not known. */
    SavepointRecord last(String name, TopologyView topology) {
        if (topology != null && topology.savepoint() != null) {
            return topology.savepoint().value();
        }
        synchronized (ended) {
            return ended.get(name);
        }
    }
}
