// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import io.millrace.api.ComponentSpec;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.state.StateChecks;
import io.millrace.runtime.snapshot.SnapshotSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The checks of a topology's snapshots when it is submitted. HTTP threads call. */
final class SnapshotNotes {

    private SnapshotNotes() {}

    /**
     * Returns notes for the submitter, one line each.
     *
     * @throws TopologyException if its settings do not fit together
     * @throws io.millrace.cluster.model.ClusterException if not all nodes have its state directory
     */
    static List<String> of(
            Config config, Topology topology, StateChecks states, Collection<SupervisorRecord> supervisors) {
        SnapshotSettings settings = SnapshotSettings.of(config);
        if (!settings.enabled()) {
            return statesWithoutSnapshots(topology);
        }
        if (settings.stateDir().isEmpty()) {
            throw new TopologyException(
                    TopologyKeys.STATE_DIR.name() + " is not set: a topology that takes snapshots needs a directory"
                            + " that all its nodes reach, such as /mnt/state");
        }
        List<String> notes = new ArrayList<>(states.check(config, supervisors));
        topology.components().stream()
                .filter(SnapshotNotes::isLessThanItsGuarantee)
                .forEach(spout -> notes.add("spout '" + spout.id()
                        + "' cannot be read again (allowUnreplayable): what it emits after a snapshot is lost if a worker"
                        + " dies"));
        return notes;
    }

    private static List<String> statesWithoutSnapshots(Topology topology) {
        String components = topology.components().stream()
                .filter(component -> !component.snapshots().states().isEmpty())
                .map(component -> "'" + component.id() + "'")
                .collect(Collectors.joining(", "));
        return components.isEmpty()
                ? List.of()
                : List.of("there are no snapshots of the windows and states of " + components
                        + ": when a worker ends, they are lost, and tuples that are repeated count twice: set "
                        + TopologyKeys.STATE_DIR.name() + ", and " + TopologyKeys.GUARANTEE.name()
                        + "=exactly-once if each tuple must count once");
    }

    private static boolean isLessThanItsGuarantee(ComponentSpec component) {
        return component.kind() == ComponentSpec.Kind.SPOUT
                && !component.snapshots().replayable()
                && component.snapshots().unreplayableAllowed();
    }
}
