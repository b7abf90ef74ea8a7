// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TopologyAlternatives;
import io.millrace.api.metrics.TopologyChannels;
import io.millrace.api.metrics.TopologyMetrics;
import io.millrace.api.metrics.TopologyTraces;
import io.millrace.api.rebalance.RebalanceReport;
import io.millrace.api.rebalance.RebalanceRequest;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/** A topology that was submitted to an engine. All methods may be called by any thread. */
public interface RunningTopology {

    /** The state of a topology. */
    enum Status {
        STARTING,
        ACTIVE,
        INACTIVE,
        COMPLETED,
        /** The topology ended with an error. It is kept until it is killed, so that the cause can be read. */
        FAILED,
        KILLED
    }

    String name();

    Status status();

    /**
     * Blocks until every spout task has finished and no tuple is in flight: no tree is pending, and no tuple waits or
     * is in an engine, a call or a batch of a bolt.
     *
     * @param most the longest time to wait
     * @return false if the time ran out first
     * @throws TopologyException if the topology was killed, has failed or cannot run, with the cause
     */
    boolean awaitCompletion(Duration most) throws InterruptedException;

    /**
     * Blocks until all workers are up, and each feed, function and results bolt is connected with a worker. Until then
     * {@link Feed#send} fails with {@link RequestException.Reason#NOT_CONNECTED}, and requests that are asked wait.
     * Connecting begins with this call at the latest.
     *
     * @param most the longest time to wait
     * @return false if the time ran out first
     * @throws TopologyException if the topology was killed, has failed or cannot run, with the cause
     */
    boolean awaitReady(Duration most) throws InterruptedException;

    /** Returns a snapshot of the metrics, at most about one second old. */
    TopologyMetrics metrics();

    /**
     * Returns traces of sampled tuples that ended in the last minute, from spouts to sinks; empty if {@code
     * topology.metrics} is {@code counts}, or the topology has ended.
     */
    TopologyTraces traces();

    /** Returns the channels between regions; empty if the topology runs in one region, or has ended. */
    TopologyChannels channels();

    /** Returns the settings that the channels between regions could have. */
    TopologyAlternatives channelAlternatives();

    /**
     * Sets how tuples of a stream are delivered in other regions, as {@code topology.geo.order} does at the start.
     *
     * @param stream the stream: COMPONENT, or COMPONENT:STREAM
     * @param order the order, such as {@code late-drop:200ms}
     * @throws TopologyException if there is no such stream or order, or the guarantee does not allow it
     */
    void order(String stream, String order);

    /**
     * Sets the number of engines of each task of a component, as {@link TopologyBuilder#setEngines} does at the start.
     * It takes effect at once.
     *
     * @param min the least number of engines, 1 to 1,024
     * @param max the greatest number of engines, {@code min} to 1,024
     * @throws TopologyException if there is no such component, or it has no engines
     */
    void engines(String component, int min, int max);

    /** Lets the spouts be called again. Does nothing if they are active. */
    void activate();

    /** Stops calling the spouts until {@link #activate}. Tuples in flight are still processed. */
    void deactivate();

    /**
     * Moves tasks to other workers, or changes the numbers of executors. Returns when all tasks run in their new
     * places, or at once if it is a dry run or nothing changes.
     *
     * @throws TopologyException if the request is wrong, the rebalance was cancelled, or the topology runs on threads
     *     of this process, which has no other workers
     */
    RebalanceReport rebalance(RebalanceRequest request);

    /**
     * Returns a handle to feed a spout of {@code Spouts.fed}.
     *
     * @throws TopologyException if there is no such spout; the message names the nearest one
     */
    Feed feed(String spout);

    /**
     * Returns a fed spout as a function.
     *
     * @throws TopologyException if there is no such spout; the message names the nearest one
     */
    TopologyFunction function(String spout);

    /** Asks a function, see {@link TopologyFunction#ask}. */
    default CompletionStage<Tuple> ask(String function, Object... values) {
        return function(function).ask(values);
    }

    /**
     * Returns a handle to take the tuples of a bolt of {@code Bolts.results}.
     *
     * @throws TopologyException if there is no such bolt; the message names the nearest one
     */
    Results results(String bolt);

    /** Stops the spouts, closes all components and ends the workers. Returns when all workers have ended. */
    void kill();
}
