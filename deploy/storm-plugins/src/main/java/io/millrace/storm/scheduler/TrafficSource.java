// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.scheduler;

import java.util.Optional;

/** Knows what the executors of topologies exchange. Any thread may ask; an answer is at once there or not at all. */
public interface TrafficSource extends AutoCloseable {
    /** Knows nothing. */
    TrafficSource NONE = topology -> Optional.empty();

    /** Returns the newest figures of a topology that has had time to show what it does. */
    Optional<Traffic> of(String topology);

    @Override
    default void close() {}
}
