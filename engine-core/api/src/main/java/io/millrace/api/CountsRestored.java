// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.state.StateSpec;
import java.util.List;

/**
 * Implemented by a {@link Stateful} bolt that counts what its states contain, over all keys: after a restore it sees
 * each key once, so that it can count again. {@code Bolts.window} and {@code Bolts.join} implement it for their gauges,
 * and windows set their timers again. The cost is one call for each key at a restore.
 */
public interface CountsRestored {

    /** Returns the states by key whose restored keys the bolt sees. */
    List<StateSpec<?>> counted();

    /**
     * A key of one of the counted states was restored, and is the current one. Called by the task's thread after {@code
     * prepare} and before the first input; must not change states, nor set timers other than those outside snapshots.
     */
    void restored(StateSpec<?> state);
}
