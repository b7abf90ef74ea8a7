// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.netlab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.millrace.benchmarks.machine.CoreUse;
import io.millrace.benchmarks.machine.ProcessUse;
import io.millrace.benchmarks.macro.CpuRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkersUseTest {

    private static final long SECOND = 1_000_000_000L;

    private static ProcessUse use(int mebibytes, long bytesIn, long bytesOut) {
        return new ProcessUse("WorkerMain", (long) mebibytes << 20, 3, bytesIn, bytesOut);
    }

    private static CpuRecord cpu(long atNanos, long first, long second) throws IOException {
        return new CpuRecord(
                Map.of(1L, Duration.ofMillis(first), 2L, Duration.ofMillis(second), 3L, Duration.ofMillis(atNanos)),
                CoreUse.of(List.of()),
                atNanos);
    }

    @Test
    void bytesAndCoresAreThoseOfTheTimeBetween() throws IOException {
        WorkersLook before = new WorkersLook(Map.of(1L, use(90, 5, 5), 2L, use(90, 0, 0)), 0, SECOND);
        WorkersLook after = new WorkersLook(
                Map.of(1L, use(100, 4_000_005, 1_000_005), 2L, use(120, 2_000_000, 5_000_000)), 4, 4 * SECOND);

        WorkersUse use =
                WorkersUse.between(before, after, 2 * SECOND, cpu(2 * SECOND, 100, 0), cpu(4 * SECOND, 600, 1_000));

        assertThat(use.seconds()).isEqualTo(2);
        assertThat(use.connections()).isEqualTo(2);
        assertThat(use.mebibytes()).isEqualTo(220);
        assertThat(use.megabytesInPerSecond()).isCloseTo(3, within(1e-9));
        assertThat(use.megabytesOutPerSecond()).isCloseTo(3, within(1e-9));
        assertThat(use.cores()).isCloseTo(0.75, within(1e-9));
        assertThat(use.workers().get(0).use().bytesOut()).isEqualTo(5_000_000);
    }
}
