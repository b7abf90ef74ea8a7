package io.millrace.benchmarks.sweep;

import io.millrace.api.Millrace;
import io.millrace.api.config.Config;
import io.millrace.benchmarks.macro.EngineCommand;
import io.millrace.benchmarks.macro.MillraceEngine;
import io.millrace.benchmarks.macro.Settings;
import java.nio.file.Path;
import java.util.List;

/** Millrace: every worker is a process, under a controller and a supervisor in this one. */
public final class MillraceSweep implements SweepEngine {

    /** Of each topology, here and on hosts; what a command line says is laid over them. */
    static List<String> settings(int workers) {
        return List.of(
                "topology.workers=" + workers,
                "topology.guarantee=at-most-once",
                // Some messages of 10 MB on each side
                "topology.worker.heap=1g",
                // Dealt out: the source has a worker of its own if there are enough
                "scheduler.algorithm=even");
    }

    /** One for the source and one for each engine, or two if that is too many. */
    static int workers(Setting setting, int engines) {
        return setting == Setting.SLOTS ? 2 : 1 + engines;
    }

    @Override
    public String name() {
        return EngineCommand.MILLRACE;
    }

    @Override
    public AutoCloseable start(Setting setting, int engines, boolean costs, Path directory) {
        Config config = Settings.read(String.join(";", settings(workers(setting, engines))))
                .with(Settings.read(System.getProperty(MillraceEngine.SETTINGS, "")));
        Millrace engine = Millrace.local().processes().start();
        try {
            engine.submit(SweepTopology.NAME, SweepTopology.of(engines, costs, directory.toString()), config);
            return engine;
        } catch (RuntimeException e) {
            engine.close();
            throw e;
        }
    }
}
