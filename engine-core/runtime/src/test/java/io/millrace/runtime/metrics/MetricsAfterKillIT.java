// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Counter;
import io.millrace.api.metrics.EdgeMetrics;
import io.millrace.api.metrics.TaskFigure;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Another process reads a worker's counts while the worker counts, and after it was killed. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MetricsAfterKillIT {

    private static final TaskPlan PLAN =
            new TaskPlan(Specs.topology(Specs.spec("read", 1), Specs.sink("write", 1, "read")));

    @TempDir
    private Path directory;

    @Test
    void countsAreSeenLiveAndOutliveTheProcess() throws Exception {
        Path file = directory.resolve("metrics");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx32m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Counting.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            assertThat(out.readLine()).isEqualTo("counting");
            MetricsFile reader = MetricsFile.open(file);
            long first = reader.read(0).tasks().get(0).emitted();
            while (reader.read(0).tasks().get(0).emitted() < first + 1000) {
                LockSupport.parkNanos(1_000_000);
            }

            assertThat(process.destroyForcibly().waitFor(20, TimeUnit.SECONDS)).isTrue();

            assertThat(process.exitValue()).isEqualTo(128 + 9);
            WorkerSnapshot last = reader.read(1);
            assertThat(last.tasks().get(0).emitted()).isGreaterThanOrEqualTo(first + 1000);
            assertThat(last)
                    .usingRecursiveComparison()
                    .isEqualTo(MetricsFile.open(file).read(1));
            assertThat(reader.pid()).isEqualTo(process.pid());
            long emitted = last.tasks().get(0).emitted();
            assertThat(last.tasks().get(0).counters().get("own")).isBetween(emitted - 1, emitted);
            EdgeMetrics edge = last.traffic().get(0).edges().get(0);
            assertThat(edge.messages()).isBetween(emitted - 1, emitted);
            assertThat(edge.bytes()).isBetween((edge.messages() - 1) * 100, edge.messages() * 100);
            assertThat(Latencies.summary(Latencies.decode(last.exchange().endToEnd()))
                            .count())
                    .isBetween(emitted - 1, emitted);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** The process that is killed. */
    static final class Counting {

        private Counting() {}

        public static void main(String[] arguments) throws IOException {
            WorkerCounters counters =
                    WorkerCounters.inFile(Path.of(arguments[0]), "w1", 1, PLAN, List.of(List.of(1, 2)));
            TaskCounters task = counters.task(1);
            LatencyRecorder latency = counters.task(2).endToEnd();
            Counter own = task.counter("own");
            StreamCounters stream = task.stream(0);
            System.out.println("counting");
            while (true) {
                task.add(TaskFigure.EMITTED, 1);
                own.increment();
                stream.addSent(2, 1, 100);
                latency.record(1000);
            }
        }
    }
}
