package io.millrace.cluster.supervisor;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.worker.LaunchSpec;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** What a supervised worker needs from around it; tests bring their own. The supervisor's loop calls. */
interface Surroundings {

    /** Everything for one start, its epoch allotted; empty as long as something is still on its way here. */
    Optional<LaunchSpec> prepare(WorkerKey key, Wanted wanted);

    /** Makes the directory of one start. */
    WorkerDirectory directory(LaunchSpec spec) throws IOException;

    /** Starts a process. */
    WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory) throws IOException;

    /** The metrics in the worker's mapped file, as they are now or were when it died; any thread. */
    Optional<WorkerSnapshot> metrics(WorkerDirectory directory, MetricsDetail detail);

    /** Of {@link #metrics} the tasks that are finished, at a small part of its cost; any thread. */
    List<Integer> finishedTasks(WorkerDirectory directory);

    /** Writes down that the topology of this worker has failed; to be tried again as long as the worker is wanted. */
    void fail(LaunchSpec spec, String cause);

    /** The node's wall clock. */
    long currentTimeMillis();

    /** Tells the cluster that this start of a worker is proven dead. */
    void buried(WorkerDirectory directory, LaunchSpec spec);
}
