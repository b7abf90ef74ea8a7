// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.embedded;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.api.EngineHealth;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.runtime.meters.MillraceMeters;
import java.time.Duration;

/** The code of docs/embedding.md, block by block. {@link EmbeddingPageTest} compares and runs it. */
final class EmbeddingGuide {

    private EmbeddingGuide() {}

    static long sum(Topology topology) throws InterruptedException {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology run = engine.submit("squares", topology, Config.empty());
            run.awaitCompletion(Duration.ofMinutes(1));
            return run.metrics().counter("sum", "sum");
        }
    }

    static long sumOfProcesses(Topology topology) throws InterruptedException {
        Config twoWorkers = Config.empty().with(TopologyKeys.WORKERS, 2);
        try (Millrace engine = Millrace.local().processes().config(twoWorkers).start()) {
            RunningTopology run = engine.submit("squares", topology, Config.empty());
            run.awaitCompletion(Duration.ofMinutes(1));
            return run.metrics().counter("sum", "sum");
        }
    }

    static MillraceMeters meters(Millrace engine, RunningTopology run, MeterRegistry registry) {
        MillraceMeters meters = MillraceMeters.bind(registry, run::metrics);
        Gauge.builder("millrace.engine.ready", engine, it -> it.health().ready() ? 1 : 0)
                .register(registry);
        return meters;
    }

    /** Returns the status code of a readiness probe. */
    static int readiness(Millrace engine) {
        EngineHealth health = engine.health();
        health.reasons().forEach(reason -> System.err.println("not ready: " + reason));
        return health.status() == EngineHealth.Status.DOWN ? 503 : 200;
    }

    /** The engine as a part of a service. */
    static final class SquaresPart implements AutoCloseable {

        private final Millrace engine = Millrace.local().start();
        private final RunningTopology run;

        SquaresPart(Topology topology) {
            try {
                run = engine.submit("squares", topology, Config.empty());
            } catch (RuntimeException e) {
                engine.close();
                throw e;
            }
        }

        int readiness() {
            return EmbeddingGuide.readiness(engine);
        }

        RunningTopology run() {
            return run;
        }

        @Override
        public void close() {
            engine.close();
        }
    }

    static Millrace closedWithTheJvm() {
        Millrace engine = Millrace.local().shutdownHook(true).start();
        return engine;
    }

    static long[] twoEngines(Topology topology) throws InterruptedException {
        try (Millrace one = Millrace.local().start();
                Millrace other = Millrace.local().start()) {
            RunningTopology first = one.submit("squares", topology, Config.empty());
            RunningTopology second = other.submit("squares", topology, Config.empty());
            first.awaitCompletion(Duration.ofMinutes(1));
            second.awaitCompletion(Duration.ofMinutes(1));
            return new long[] {
                first.metrics().counter("sum", "sum"), second.metrics().counter("sum", "sum")
            };
        }
    }
}
