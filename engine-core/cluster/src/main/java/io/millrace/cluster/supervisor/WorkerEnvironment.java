// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor;

import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.model.WorkerDeath;
import io.millrace.cluster.supervisor.process.WorkerDirectory;
import io.millrace.cluster.supervisor.process.WorkerProcess;
import io.millrace.runtime.metrics.TraceRecord;
import io.millrace.runtime.metrics.WorkerSnapshot;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** The environment of a supervised worker, which tests replace. The supervisor's loop calls. */
interface WorkerEnvironment {

    /** Prepares one start and allots its epoch; empty while files are being fetched. */
    Optional<LaunchSpec> prepare(WorkerKey key, DesiredWorker desired);

    /** Creates the directory of one start. */
    WorkerDirectory directory(LaunchSpec spec) throws IOException;

    WorkerProcess launch(LaunchSpec spec, WorkerDirectory directory) throws IOException;

    /** Returns the process that an earlier supervisor has started in this directory, if it still runs. */
    Optional<WorkerProcess> running(WorkerDirectory directory);

    /** Returns the metrics in the worker's mapped file, also after its death; any thread. */
    Optional<WorkerSnapshot> metrics(WorkerDirectory directory, MetricsDetail detail);

    /** Returns the finished tasks in {@link #metrics}, at a small part of its cost; any thread. */
    List<Integer> finishedTasks(WorkerDirectory directory);

    /** Returns the traces that ended in the worker in the last minute; any thread. */
    List<TraceRecord> traces(WorkerDirectory directory);

    /** Returns a count that grows while the worker makes progress; 0 if it does not report its progress. */
    long heartbeat(WorkerDirectory directory);

    /**
     * Records that the topology of this worker has failed. May fail silently; the caller tries again while the worker
     * should run.
     */
    void fail(LaunchSpec spec, String cause);

    /** Returns the worker's last death, also one that an earlier supervisor has seen. */
    Optional<WorkerDeath> lastDeath(WorkerKey key);

    /** Remembers a death for {@link #lastDeath}. */
    void died(WorkerKey key, WorkerDeath death);

    /** Returns why a worker died that left no report, if the kernel has killed a process of this node for memory. */
    Optional<String> killedForMemory();

    /** Returns the node's wall clock. */
    long currentTimeMillis();

    /** Called when this start of a worker is proven dead. */
    void reaped(WorkerDirectory directory, LaunchSpec spec);
}
