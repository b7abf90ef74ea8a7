// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file system of 1 MiB that is full, which a process mounts in a namespace of its own; without the right to do so it
 * is not tried.
 */
class FullDiskTest {

    private static final List<List<String>> WAYS = List.of(List.of("unshare", "-m"), List.of("unshare", "-rm"));

    @TempDir
    Path directory;

    @Test
    @Timeout(60)
    void aFullDiskHoldsSourcesBackAndLosesNothing() throws Exception {
        List<String> way =
                WAYS.stream().filter(each -> run(each, "true") == 0).findFirst().orElse(null);
        assumeTrue(way != null, "no right to mount a file system");

        int exit = run(
                way,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                FullDiskProgram.class.getName(),
                directory.toString());

        assertThat(exit).isZero();
    }

    private int run(List<String> way, String... program) {
        List<String> command = new ArrayList<>(way);
        command.addAll(List.of(
                "sh", "-c", "mount -t tmpfs -o size=1m millrace-test \"$0\" && exec \"$@\"", directory.toString()));
        command.addAll(List.of(program));
        try {
            Process process = new ProcessBuilder(command).inheritIO().start();
            try {
                return process.waitFor(50, TimeUnit.SECONDS) ? process.exitValue() : -1;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            // There is no such command
            return -1;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return -1;
        }
    }
}
