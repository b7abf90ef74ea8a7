package io.millrace.runtime.worker;

import io.millrace.runtime.metrics.WorkerSnapshot;
import java.util.Collection;

/** A running worker, as the process or the embedding service that holds it sees it. Any thread may call. */
public interface Worker extends AutoCloseable {

    /** Hears what the holder must act on; called on the worker's threads, must not block. */
    interface Listener {

        /** The worker cannot go on (a fatal Error, a component that does not open): it must be closed. */
        void failed(Throwable cause);
    }

    /** What peers need to know to talk to this worker; constant. */
    PeerEndpoint endpoint();

    /** The other workers of the topology that are up now, each with its newest epoch; replaces what was said before. */
    void peers(Collection<PeerEndpoint> peers);

    /**
     * The same, when tasks run elsewhere from now on; this worker's own tasks stay. Workers without tasks by this routing are
     * linked too, so that a later routing can give them some at once.
     *
     * @return whether there are links to all of them
     */
    boolean peers(Routing routing, Collection<PeerEndpoint> peers);

    /** Counts what links to peers have dropped since they were counted last, as {@link #peers} does; to be called every second. */
    void countDrops();

    /**
     * Makes the instances of the components of a worker that was made by {@link WorkerRuntime#hold}, and so loads their classes,
     * but calls none of them: opening them takes less time then.
     */
    void prepare();

    /** Opens the components of a worker that was made by {@link WorkerRuntime#hold}; any but the first call does nothing. */
    void open();

    /** Runs this as soon as the executors have done all that they were told before; on one of their threads, must not block. */
    void whenSettled(Runnable done);

    /** Lets spouts emit. */
    void activate();

    /** Keeps spouts from emitting; what is under way goes on. */
    void deactivate();

    /** What it did so far. */
    WorkerSnapshot snapshot();

    /** Whether all components are closed, or were never opened; false for one that ignores its interruption. After {@link #close}. */
    boolean hasClosedComponents();

    /** Closes all components and gives back threads, ports and files. */
    @Override
    void close();
}
