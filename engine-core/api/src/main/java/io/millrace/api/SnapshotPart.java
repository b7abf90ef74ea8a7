// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.state.StateSpec;
import java.util.List;

/**
 * The contribution of a component to snapshots. Immutable. {@link TopologyBuilder#build} finds it from the interfaces
 * that the component implements.
 *
 * @param stateful whether it is a {@link Stateful} bolt
 * @param states the states of a stateful bolt
 * @param replayable whether it is a {@link ReplayableSpout}
 * @param unreplayableAllowed whether the author accepts that a spout is not replayable
 * @param committing whether it is a {@link CommittingBolt}
 * @param holding whether it holds inputs outside its states, as {@code Bolts.async} and engines do while calls are
 *     outstanding
 * @param counting whether it is a window or a join of the engine, whose results an input that comes twice makes wrong
 *     for good
 */
public record SnapshotPart(
        boolean stateful,
        List<State> states,
        boolean replayable,
        boolean unreplayableAllowed,
        boolean committing,
        boolean holding,
        boolean counting) {

    /** The value for a component that contributes nothing. */
    public static final SnapshotPart NONE = new SnapshotPart(false, List.of(), false, false, false, false, false);

    /**
     * A state, as {@link StateSpec} declares it.
     *
     * @param classes the names of the classes of its values
     */
    public record State(String name, StateSpec.Form form, boolean perTask, List<String> classes) {

        public State {
            classes = List.copyOf(classes);
        }

        static State of(StateSpec<?> spec) {
            return new State(
                    spec.name(),
                    spec.form(),
                    spec.isPerTask(),
                    spec.classes().stream().map(Class::getName).toList());
        }
    }

    public SnapshotPart {
        states = List.copyOf(states);
    }

    static SnapshotPart of(Component instance, boolean unreplayableAllowed) {
        boolean stateful = instance instanceof Stateful;
        List<State> states = stateful
                ? ((Stateful) instance).states().stream().map(State::of).toList()
                : List.of();
        return new SnapshotPart(
                stateful,
                states,
                instance instanceof ReplayableSpout,
                unreplayableAllowed,
                instance instanceof CommittingBolt bolt && bolt.isCommitting(),
                instance instanceof HoldsWatermarks bolt && bolt.waitsForCalls(),
                instance instanceof CountsRestored);
    }
}
