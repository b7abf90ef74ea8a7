// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadCpuTest {

    @TempDir
    Path proc;

    @Test
    void compilersAndProcessesThatHaveEndedCountNothing() throws Exception {
        thread(7, 70, "C2 CompilerThre", 500);
        thread(7, 71, "millrace-w1-exe", 20);
        thread(8, 80, "C1 CompilerThre", 30);

        assertThat(ThreadCpu.withoutCompilers(proc, List.of(7L, 8L, 9L))).isEqualTo(20);
    }

    private void thread(int process, int thread, String name, long nanos) throws IOException {
        Path directory = Files.createDirectories(proc.resolve(process + "/task/" + thread));
        Files.writeString(directory.resolve("comm"), name + "\n");
        Files.writeString(directory.resolve("schedstat"), nanos + " 3 4\n");
    }
}
