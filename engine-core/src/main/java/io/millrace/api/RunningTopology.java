package io.millrace.api;

import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TopologyMetrics;
import java.time.Duration;

/** A topology that was submitted to an embedded engine; may be used by any thread. */
public interface RunningTopology {

    /** What a topology is doing. */
    enum Status {
        STARTING,
        ACTIVE,
        INACTIVE,
        COMPLETED,
        /** It ended by an error, and is kept until it is killed so that the cause can be asked for. */
        FAILED,
        KILLED
    }

    String name();

    Status status();

    /**
     * Waits until every spout task has finished and no tree is under way.
     *
     * @return false if the time ran out first
     * @throws TopologyException if the topology was killed, has failed or cannot run, with the cause
     */
    boolean awaitCompletion(Duration most) throws InterruptedException;

    /** A snapshot, at most about a second old. */
    TopologyMetrics metrics();

    void activate();

    /** Spouts are not called until {@link #activate}. */
    void deactivate();

    /** Ends it in an orderly way: spouts stop, components are closed, workers exit; returns when all are gone. */
    void kill();
}
