// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/** Implemented by a {@link Stateful} bolt that collects inputs by key, and emits their results when a timer fires. */
public interface EmitsLater {

    /** The time of an input that no timer emits. */
    long NEVER = Long.MAX_VALUE;

    /**
     * Returns the time of the timer by which an input that is about to be executed is emitted first; {@link #NEVER} if
     * no timer does. The task's thread calls it, with the key of the input as the current one, for inputs whose traces
     * are followed.
     */
    long emittedAt(Tuple input);
}
