// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.benchmarks.compare.Compare;
import io.millrace.benchmarks.machine.Child;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.infra.Control;

/** Benchmarks of latency work, and leave nothing behind; no time is asserted. */
@Timeout(120)
class LatencyIT {

    @TempDir
    private Path directory;

    private static AcrossJvms.Ring ring(String medium, Trip trip) {
        AcrossJvms.Ring ring = new AcrossJvms.Ring();
        ring.medium = medium;
        ring.trip = trip;
        ring.length = 64;
        return ring;
    }

    private static void requireNothingLeft() throws IOException {
        assertThat(LatencyRuns.files(ProcessHandle.current().pid())).isZero();
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Test
    void eachRunsAndLeavesNoThreadProcessOrFile() throws Exception {
        List<String> flags = new ArrayList<>(LatencyBenchmark.FLAGS);
        // Others may run JMH on this machine
        flags.addAll(List.of("-Djmh.ignoreLock=true", "-XX:TieredStopAtLevel=1"));
        String results = directory.resolve("results.json").toString();
        try (Child runs = Child.start(Child.java(flags, LatencyRuns.class, List.of(results)))) {
            assertThat(Child.figures(runs.await(Child.RESULT)))
                    .isEqualTo(Map.of("runs", 19.0, "threads", 0.0, "processes", 0.0, "files", 0.0));
        }

        try (Child compare = Child.start(Child.java(List.of(), Compare.class, List.of(results, results)))) {
            assertThat(compare.rest())
                    .contains(
                            "latency.InOneJvm.direct length=64 trip=ROUND_TRIP threads=1, sample, ns/op",
                            "latency.InOneJvm.ring length=64 medium=aeron trip=ROUND_TRIP threads=2, sample, ns/op",
                            "ringAsk:p0.99")
                    .doesNotContain("only in");
        }
    }

    @Test
    void whatWasOpenedIsClosedWhenTheOtherProcessDoesNotStart() throws Exception {
        AcrossJvms.Ring ring = ring("absent", Trip.ONE_WAY);

        assertThatThrownBy(ring::setUp).isInstanceOf(IOException.class).hasMessageContaining("ended before it said");

        requireNothingLeft();
    }

    @Test
    void theBenchmarkFailsWhenTheOtherProcessDies() throws Exception {
        AcrossJvms.Ring ring = ring("millrace", Trip.ROUND_TRIP);
        ring.setUp();
        AcrossJvms benchmark = new AcrossJvms();
        Control control = new Control();
        assertThat(benchmark.ring(ring, control)).isEqualTo(1);
        assertThat(benchmark.ring(ring, control)).isEqualTo(2);

        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);

        assertThatThrownBy(() -> {
                    while (true) {
                        benchmark.ring(ring, control);
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("the process that echoes has ended");
        ring.tearDown();
        requireNothingLeft();
    }
}
