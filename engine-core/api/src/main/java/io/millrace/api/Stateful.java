// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.state.StateSpec;
import io.millrace.api.state.TimerEvent;
import java.util.List;

/**
 * A bolt with state that is part of snapshots. Implement it beside {@link Bolt} or {@link BasicBolt};
 * {@link StatefulBolt} is both.
 *
 * <p>State by key is that of the current key: the values of the fields by which the input is grouped, or the key of the
 * timer that has fired. It can be used within {@code execute} for an input that is grouped by fields, and within {@code
 * onTimer}. All inputs that use it must be grouped by the same number of fields.
 */
public interface Stateful {

    /**
     * Returns the states of the bolt. Called on the template when the topology is built, and again in each task.
     *
     * @return specifications with different names
     */
    List<StateSpec<?>> states();

    /**
     * A timer has fired. Called by the task's thread, as {@code execute} is, and an exception is treated in the same
     * way.
     *
     * @param out valid during this call only; its emissions belong to no tree
     */
    default void onTimer(TimerEvent timer, Emitter out) {}
}
