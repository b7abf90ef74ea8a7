// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.elastic;

import io.millrace.api.Engines;
import io.millrace.api.config.Config;
import io.millrace.api.config.EngineKeys;
import io.millrace.benchmarks.machine.Options.Mistake;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** What the messages run in. */
enum EngineChoice {
    THREADS,
    JAVA,
    PYTHON;

    static final List<String> NAMES = List.of("threads", "java", "python");

    private static final Path CLIENT =
            Path.of("deploy", "examples", "engines", "src", "main", "resources", "resources");

    private static final double NANOS = 1e9;

    private static final String PROGRAM = """
            import os
            import sys
            import time
            import millrace_engine

            def pause(message):
                time.sleep(float(sys.argv[1]))
                message.emit(str(os.getpid()))

            millrace_engine.run(pause)
            """;

    static EngineChoice of(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    Engines engines(long serviceNanos) {
        return switch (this) {
            case THREADS -> Engines.of(new Pause(serviceNanos));
            case JAVA -> Engines.java(new Pause(serviceNanos));
            case PYTHON ->
                Engines.process("python3", "-c", PROGRAM, String.valueOf(serviceNanos / NANOS))
                        .emits("engine");
        };
    }

    /** Returns what must be there. */
    String needs() {
        return this == PYTHON ? "python3, 3.8 or newer, must be on the path" : "is the machine busy?";
    }

    /** Returns the settings with what these engines need. */
    Config settings(Config config) {
        if (this != PYTHON) {
            return config;
        }
        if (!Files.isDirectory(CLIENT)) {
            throw new Mistake("there is no " + CLIENT + " with the client for Python: run this by benchmarks/run");
        }
        return config.with(
                EngineKeys.ENVIRONMENT, "PATH, HOME, PYTHONDONTWRITEBYTECODE=1, PYTHONPATH=" + CLIENT.toAbsolutePath());
    }
}
