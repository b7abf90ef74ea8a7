// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreUseTest {

    @TempDir
    Path proc;

    @Test
    void threadsAreToldApartByTheirNamesAndWhatHasEndedIsPassedOver() throws IOException {
        thread(7, 8, "millrace-w10-ex", 1_000_000_000L, 100_000_000L);
        thread(7, 9, "C2 CompilerThre", 500_000_000L, 0);
        thread(7, 10, "VM Thread", 4_000_000L, 2_000_000L);
        thread(7, 11, "millrace-w10-ti", 30_000_000L, 0);
        thread(7, 12, "ends", 900_000_000L, 900_000_000L);
        stat(100);
        CoreUse before = CoreUse.of(proc, List.of(7L, 99L));

        thread(7, 8, "millrace-w10-ex", 2_500_000_000L, 200_000_000L);
        thread(7, 9, "C2 CompilerThre", 700_000_000L, 50_000_000L);
        thread(7, 10, "VM Thread", 8_000_000L, 2_000_000L);
        thread(7, 11, "millrace-w10-ti", 50_000_000L, 0);
        Files.delete(proc.resolve("7/task/12/schedstat"));
        stat(130);

        assertThat(CoreUse.of(proc, List.of(7L, 99L)).since(before, 2))
                .isEqualTo("cores had by executors 0.750 (waited 0.050), by compilers 0.100 (waited 0.025),"
                        + " by collectors 0.002 (waited 0.000), by other threads 0.010 (waited 0.000),"
                        + " by other guests of the host 0.150");
    }

    private void thread(int process, int thread, String name, long ran, long waited) throws IOException {
        Path directory = proc.resolve(process + "/task/" + thread);
        Files.createDirectories(directory);
        Files.writeString(directory.resolve("comm"), name + "\n");
        Files.writeString(directory.resolve("schedstat"), ran + " " + waited + " 12\n");
    }

    private void stat(int steal) throws IOException {
        Files.writeString(proc.resolve("stat"), "cpu  1 2 3 4 5 6 7 " + steal + " 0 0\ncpu0 1 2 3 4 5 6 7 8 0 0\n");
    }
}
