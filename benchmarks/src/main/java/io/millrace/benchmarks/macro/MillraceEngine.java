// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.metrics.WorkerMetrics;
import io.millrace.benchmarks.study.Settings;
import java.nio.file.Path;
import java.util.List;

/** Millrace: every worker is a process, under a controller and a supervisor in this one. */
public final class MillraceEngine implements Engine {

    /** The system property with further settings of topologies: key=value, separated by semicolons. */
    public static final String SETTINGS = "benchmarks.settings";

    private static final String NAME = "benchmark";

    @Override
    public String name() {
        return "millrace";
    }

    @Override
    public AutoCloseable start(Workload workload, Path directory) {
        Config config = Config.empty()
                .with(TopologyKeys.WORKERS, workload.workers())
                // Dealt out, as by the other engines: half of the tuples cross
                .with(TopologyKeys.SCHEDULER_ALGORITHM, "even")
                .with(TopologyKeys.MAX_SPOUT_PENDING, Workload.MAX_PENDING);
        if (workload.shape().tasks() > Shape.TASKS) {
            // Each sink has a histogram
            config = config.with(TopologyKeys.WORKER_HEAP, "1g");
        }
        if (workload.acked() && workload.shape() == Shape.YAHOO_JSON) {
            // Without snapshots the windows of a worker that dies are lost, although their inputs are acked
            config = config.with(
                    TopologyKeys.STATE_DIR, directory.resolve("state").toString());
        }
        List<String> promised = PromiseSettings.of(workload.promise(), directory.resolve("state"));
        Millrace engine =
                start(NAME, topology(workload, directory), config.with(Settings.read(String.join(";", promised))));
        return new Running(engine, engine.topology(NAME).orElseThrow(), directory);
    }

    private record Running(Millrace engine, RunningTopology topology, Path directory)
            implements AutoCloseable, Killable {

        @Override
        public void killWorker() {
            List<WorkerMetrics> workers = topology.metrics().workers();
            ProcessHandle.of(workers.get(workers.size() - 1).pid())
                    .orElseThrow()
                    .destroyForcibly();
        }

        @Override
        public void close() {
            SnapshotFile.write(directory, topology.metrics().snapshots());
            engine.close();
        }
    }

    /**
     * Starts a topology on workers that are processes.
     *
     * @param config over which the command line's settings are laid, if this process has some
     */
    public static Millrace start(String name, Topology topology, Config config) {
        Millrace engine = Millrace.local().processes().start();
        try {
            engine.submit(name, topology, config.with(Settings.read(System.getProperty(SETTINGS, ""))));
            return engine;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    /** @param directory of the signals and the sinks' reports */
    public static Topology topology(Workload workload, Path directory) {
        TopologyBuilder builder = new TopologyBuilder();
        WorkloadTopology.define(
                builder, workload, new NoTrace(workload.encode(), directory.toString()), workload.tasks());
        return builder.build();
    }

    /** Records tuples without their ways. */
    private record NoTrace(String workload, String where) implements Trace, Trace.Open {

        @Override
        public boolean hasWay() {
            return false;
        }

        @Override
        public Path directory() {
            return Path.of(where);
        }

        @Override
        public Open open() {
            return this;
        }

        @Override
        public Object begin() {
            return null;
        }

        @Override
        public Object arrive(Tuple tuple) {
            return null;
        }

        @Override
        public Recorder recorder(int task) {
            Workload work = Workload.decode(workload);
            Sink sink = task == AGGREGATE
                    ? Sink.ofAggregate(work, directory())
                    : new Sink(work, directory(), Integer.toString(task));
            return (due, way) -> sink.take(due);
        }
    }
}
