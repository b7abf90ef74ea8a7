// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.savepoint;

import io.millrace.api.ComponentSpec;
import io.millrace.api.config.SecretSettings;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.snapshot.store.Manifest.ComponentShape;
import io.millrace.runtime.snapshot.store.Manifest.KeyShape;
import io.millrace.runtime.snapshot.store.Manifest.StateShape;
import io.millrace.runtime.snapshot.store.Savepoint;
import io.millrace.runtime.snapshot.store.Savepoint.Content;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Finds why a topology cannot begin with a savepoint. Components are matched by id, states by name. Used by one thread.
 */
public final class SavepointChecks {

    private final Savepoint savepoint;
    private final Set<String> dropped;
    private final List<String> problems = new ArrayList<>();

    private SavepointChecks(Savepoint savepoint, Set<String> dropped) {
        this.savepoint = savepoint;
        this.dropped = dropped;
    }

    /**
     * Checks a topology.
     *
     * @param location location of the savepoint, for the message
     * @param dropped components whose content may be lost
     * @param present forms in which the classes of the topology are encoded
     * @throws TopologyException with one line for each reason, with the remedy
     */
    public static void check(
            String location,
            Savepoint savepoint,
            List<ComponentSpec> components,
            Set<String> dropped,
            Supplier<WrittenClasses> present) {
        SavepointChecks checks = new SavepointChecks(savepoint, dropped);
        Map<String, ComponentSpec> byId = new HashMap<>();
        components.forEach(each -> byId.put(each.id(), each));
        savepoint.contents().forEach(content -> checks.check(content, byId.get(content.component())));
        if (savepoint.snapshot().classes() != null) {
            savepoint.snapshot().classes().refusal(present.get()).ifPresent(checks.problems::add);
        }
        if (!checks.problems.isEmpty()) {
            throw new TopologyException("the topology cannot begin with the savepoint in "
                    + SecretSettings.shownText(location) + ": " + String.join("; ", checks.problems));
        }
    }

    private void check(Content before, ComponentSpec now) {
        String id = before.component();
        if (now == null) {
            if (!dropped.contains(id)) {
                problems.add("component '" + id + "' is gone, which has " + said(before)
                        + ": keep its id, or accept the loss by --allow-dropped=" + id);
            }
            return;
        }
        ComponentShape shape = savepoint.shape(id).orElse(null);
        if (before.positions() > 0
                && (now.kind() != ComponentSpec.Kind.SPOUT || !now.snapshots().replayable())) {
            problems.add("component '" + id + "' was a ReplayableSpout: keep it one, or give the new one another id");
        }
        if (before.prepared() > 0 && !now.snapshots().committing()) {
            problems.add("component '" + id + "' was a CommittingBolt with work that is not committed: keep it one, or"
                    + " give the new one another id");
        }
        if (shape != null && before.partitions() + before.tasks() > 0) {
            checkStates(shape, Shapes.of(now), before.partitions() > 0);
        }
    }

    private static String said(Content content) {
        List<String> parts = new ArrayList<>();
        if (content.partitions() + content.tasks() > 0) {
            parts.add("states");
        }
        if (content.positions() > 0) {
            parts.add("positions");
        }
        if (content.prepared() > 0) {
            parts.add("prepared work");
        }
        return String.join(" and ", parts);
    }

    private void checkStates(ComponentShape before, ComponentShape now, boolean byKey) {
        Map<String, StateShape> states = new HashMap<>();
        now.states().forEach(state -> states.put(state.name(), state));
        for (StateShape state : before.states()) {
            StateShape same = states.get(state.name());
            String which = "state '" + state.name() + "' of component '" + before.id() + "' ";
            if (same == null) {
                problems.add(which + "is gone: declare it, or give the component another id and accept the loss by"
                        + " --allow-dropped=" + before.id());
            } else if (!same.equals(state)) {
                problems.add(which + "was " + said(state) + ", and is " + said(same)
                        + " now: declare it as it was, or give the new one another name");
            }
        }
        if (byKey && !before.keys().isEmpty() && before.keys().stream().noneMatch(now.keys()::contains)) {
            problems.add("the key of component '" + before.id() + "' was " + said(before.keys()) + ", and is "
                    + said(now.keys()) + " now: group by the same fields, or give the component another id");
        }
    }

    private static String said(StateShape state) {
        return "a " + state.form().name().toLowerCase(java.util.Locale.ROOT) + " of "
                + String.join(" to ", state.classes()) + (state.perTask() ? " per task" : " by key");
    }

    private static String said(List<KeyShape> keys) {
        return keys.isEmpty()
                ? "nothing"
                : String.join(
                        " or ",
                        keys.stream()
                                .map(key -> String.join(", ", key.fields()))
                                .toList());
    }
}
