// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.spi;

import io.millrace.api.Feed;
import io.millrace.api.TopologyFunction;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import java.time.Duration;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

/**
 * A topology that runs step by step on the thread that calls these methods, with a simulated clock. Used by one thread.
 */
public interface Stepping extends AutoCloseable {

    /**
     * Runs turns until no executor has work at the current time.
     *
     * @param mostTurns the bound for topologies that always have work
     * @return false if the bound was reached
     */
    boolean runUntilIdle(int mostTurns);

    /**
     * Runs turns until the condition holds, and advances the clock whenever no executor has work. While executors
     * always have work, the clock advances by one microsecond every thousand turns.
     *
     * @param most the simulated time after which the call gives up
     * @return false if the condition did not hold by then
     */
    boolean runUntil(BooleanSupplier condition, Duration most);

    /** Returns the simulated time, as {@link io.millrace.api.TaskContext#nanoTime()} does. */
    long nanoTime();

    /** Activates or deactivates the spouts. */
    void activate(boolean on);

    /** Returns the worker of each task. It never changes. */
    SortedMap<Integer, String> workerOfTask();

    /**
     * Kills a worker, as {@code kill -9} does: its components are not closed, and the tuples that it held are lost.
     *
     * @throws io.millrace.api.error.TopologyException if it does not run
     */
    void kill(String worker);

    /**
     * Restarts a worker that was killed.
     *
     * @throws io.millrace.api.error.TopologyException if it runs, or a component cannot be opened
     */
    void restart(String worker);

    /**
     * Takes a snapshot, and runs until it is committed and all sinks have been notified. At least a millisecond passes.
     *
     * @return the snapshot's id
     * @throws io.millrace.api.error.TopologyException if the topology takes no snapshots, a worker does not run, or the
     *     snapshot fails
     */
    long snapshot();

    /** Lets the watermark of all tasks of a bolt that run reach a time in milliseconds since 1970. */
    void watermark(String bolt, long millis);

    /**
     * Returns the feed of a fed spout, as {@link io.millrace.api.RunningTopology#feed} does. The spout's tasks take
     * turns.
     *
     * @throws io.millrace.api.error.TopologyException if there is no such spout
     */
    Feed feed(String spout);

    /**
     * Returns the function of a fed spout, as {@link io.millrace.api.RunningTopology#function} does.
     *
     * @throws io.millrace.api.error.TopologyException if there is no such spout
     */
    TopologyFunction function(String spout);

    /** Returns the metrics of all workers that run. */
    TopologyMetrics metrics();

    /** Returns traces of sampled tuples that ended in the last minute of simulated time. */
    TopologyTraces traces();

    /** Closes the components and removes temporary files. */
    @Override
    void close();
}
