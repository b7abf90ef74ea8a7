package io.millrace.api.spi;

import io.millrace.api.metrics.TopologyMetrics;
import java.time.Duration;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

/** A topology that runs turn by turn on the thread that calls these methods, with a simulated clock; for one thread. */
public interface Stepping extends AutoCloseable {

    /**
     * Takes turns until nothing is left to do at the present time.
     *
     * @param mostTurns bound for topologies that never come to rest
     * @return false if the bound was reached
     */
    boolean runUntilIdle(int mostTurns);

    /**
     * Takes turns, and lets time pass whenever nothing is left to do, until the condition holds; false if it never did.
     * For sources that never rest a microsecond passes every thousand turns.
     */
    boolean runUntil(BooleanSupplier condition, Duration most);

    /** The simulated time, as {@link io.millrace.api.TaskContext#nanoTime()} tells it. */
    long nanoTime();

    /** Activates or deactivates the spouts. */
    void activate(boolean on);

    /** In which worker each task runs; never changes. */
    SortedMap<Integer, String> workerOfTask();

    /**
     * Ends a worker without a word, as {@code kill -9} does: its components are not closed, what it held is lost.
     *
     * @throws io.millrace.api.error.TopologyException if it does not run
     */
    void kill(String worker);

    /**
     * Starts a worker again that was killed.
     *
     * @throws io.millrace.api.error.TopologyException if it runs, or a component cannot start
     */
    void restart(String worker);

    /** The counts of all workers that run. */
    TopologyMetrics metrics();

    /** Closes the components and removes what was made. */
    @Override
    void close();
}
