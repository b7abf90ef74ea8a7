// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.Await;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** kill -9 of a process with engines: neither they, nor what they have started, nor their files are left. */
@Timeout(90)
class EngineOrphansTest {

    @TempDir
    Path directory;

    @Test
    void noEngineOutlivesItsWorker() throws Exception {
        Path pids = directory.resolve("pids");
        Process worker = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        WorkerToKill.class.getName(),
                        pids.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Long> left = new ArrayList<>();
        Path home;
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(worker.getInputStream(), StandardCharsets.UTF_8))) {
            assertThat(out.lines().anyMatch(line -> line.equals("up"))).isTrue();
            Await.until(
                    "the engine has children",
                    () -> Files.exists(pids) && Files.readAllLines(pids).size() == 2);
            worker.descendants().forEach(child -> left.add(child.pid()));
            Files.readAllLines(pids).forEach(pid -> left.add(Long.parseLong(pid)));
            home = home(left);
        } finally {
            worker.destroyForcibly().waitFor();
        }
        // Two engines with their children, and the guard
        assertThat(left).hasSizeGreaterThanOrEqualTo(5);
        Await.until("all have ended", () -> left.stream().noneMatch(ProcessTree::runs));
        Await.until("the directory is removed", () -> Files.notExists(home));
    }

    /** Returns the directory of the engines, as their environment has it. */
    private static Path home(List<Long> pids) throws Exception {
        for (long pid : pids) {
            for (String variable : Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1)
                    .split("\0")) {
                if (variable.startsWith(EngineProcess.MEMORY + "=")) {
                    return Path.of(variable.substring(variable.indexOf('=') + 1))
                            .getParent()
                            .getParent();
                }
            }
        }
        throw new AssertionError("no engine is found");
    }
}
