package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Engines and topologies that start and end again and again in one process. */
@Timeout(60)
class ManyEnginesTest {

    private static final Duration MOST = Duration.ofSeconds(30);
    private static final int REPETITIONS = 200;

    @Test
    void enginesLeaveNothing() throws Exception {
        ProcessResources.assertNothingLeftBy(REPETITIONS, () -> {
            try (Millrace engine = Millrace.local().shutdownHook(true).start()) {
                run(engine, "t").kill();
            }
        });
    }

    @Test
    void topologiesLeaveNothingInTheirEngine() throws Exception {
        AtomicInteger number = new AtomicInteger();
        try (Millrace engine = Millrace.local().start()) {
            ProcessResources.assertNothingLeftBy(
                    REPETITIONS,
                    () -> run(engine, "t" + number.incrementAndGet()).kill());

            assertThat(engine.topologies()).isEmpty();
        }
    }

    /** What a service keeps of an ended topology is small. */
    @Test
    void anEndedTopologyHoldsNoWorker() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology kept = run(engine, "kept");
            String worker = "io.millrace.runtime.worker.WorkerRuntime";
            assertThat(ProcessResources.now().objectsOf(worker)).isEqualTo(1);

            kept.kill();

            assertThat(ProcessResources.now().objectsOf(worker)).isZero();
            assertThat(kept.metrics().counter("count", "distinct")).isEqualTo(100);
        }
    }

    private static RunningTopology run(Millrace engine, String name) throws InterruptedException {
        RunningTopology topology = engine.submit(name, TestTopologies.counting(100, 0), Config.empty());
        assertThat(topology.awaitCompletion(MOST)).isTrue();
        return topology;
    }
}
