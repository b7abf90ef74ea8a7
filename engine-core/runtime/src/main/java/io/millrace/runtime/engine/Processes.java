// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Engines;
import io.millrace.api.TaskContext;
import io.millrace.api.config.EngineKeys;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the engines of a task that are processes. Its methods but {@link #make} belong to the task's thread. */
final class Processes {

    private static final Logger LOG = LoggerFactory.getLogger(Processes.class);

    private final EngineDirectory directories;
    private final EngineProgram program;
    private final EngineSettings settings;
    private final DeclaredStreams streams;
    private final ClassLoader loader;

    private Processes(
            EngineDirectory directories,
            EngineProgram program,
            EngineSettings settings,
            DeclaredStreams streams,
            ClassLoader loader) {
        this.directories = directories;
        this.program = program;
        this.settings = settings;
        this.streams = streams;
        this.loader = loader;
    }

    static Processes of(
            Engines engines,
            TaskContext context,
            DeclaredStreams streams,
            EngineSettings settings,
            ClassLoader loader) {
        EngineDirectory directories = context.share(EngineDirectory.class, EngineDirectory::open);
        EngineProgram program = new EngineProgram(engines, settings, loader);
        if (settings.cpuPercent() > 0
                && !program.isContainer()
                && settings.config().get(EngineKeys.CGROUP).isEmpty()) {
            LOG.warn(
                    "component '{}': {} does not limit anything, as {} names no control group",
                    context.componentId(),
                    EngineKeys.CPU.name(),
                    EngineKeys.CGROUP.name());
        }
        return new Processes(directories, program, settings, streams, loader);
    }

    /** Makes an engine, on its thread. */
    Engine make(TaskFacts facts) {
        EngineLog log = new EngineLog(facts.engineName(), settings.clock());
        return new ProcessEngine(
                directories,
                facts.task().id() + "." + facts.engine(),
                program.hello(facts, streams),
                settings,
                settings.codec(loader),
                log,
                (directory, socket, memory) ->
                        EngineProcess.start(directories, program, facts, directory, socket, memory, log));
    }
}
