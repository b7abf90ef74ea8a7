package io.millrace.benchmarks.sweep;

import io.millrace.api.Millrace;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.MillraceEngine;
import io.millrace.benchmarks.macro.Settings;
import java.nio.file.Path;
import java.util.List;

/** Millrace: every worker is a process, under a controller and a supervisor in this one. */
public final class MillraceSweep implements SweepEngine {

    /** Of each topology, here and on hosts; what a command line says is laid over them. */
    static List<String> settings(Setting setting) {
        return List.of(
                "topology.workers=" + (1 + setting.processes()),
                "topology.guarantee=at-most-once",
                // Some messages of 10 MB on each side
                "topology.worker.heap=1g",
                // A frequency that is too high shall show at the source, not fill queues that take long to become empty
                "topology.queue.disk=0 B",
                "topology.queue.memory=64 MiB",
                // Dealt out: the source has a worker of its own
                "scheduler.algorithm=even");
    }

    /**
     * Starts a topology on workers that are processes.
     *
     * @param settings key=value
     */
    static AutoCloseable start(String name, Topology topology, List<String> settings) {
        Config config = Settings.read(String.join(";", settings))
                .with(Settings.read(System.getProperty(MillraceEngine.SETTINGS, "")));
        Millrace engine = Millrace.local().processes().start();
        try {
            engine.submit(name, topology, config);
            return engine;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }

    @Override
    public String name() {
        return EngineCommand.MILLRACE;
    }

    @Override
    public AutoCloseable start(Cell cell, Path directory) {
        return start(SweepTopology.NAME, SweepTopology.of(cell, directory.toString()), settings(cell.setting()));
    }
}
