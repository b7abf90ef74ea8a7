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

    /** Lets spouts emit. */
    void activate();

    /** Keeps spouts from emitting; what is under way goes on. */
    void deactivate();

    /** What it did so far. */
    WorkerSnapshot snapshot();

    /** Closes all components and gives back threads, ports and files. */
    @Override
    void close();
}
