// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rings on a file system that is too small for one, which a process mounts in a namespace of its own; without the right
 * to do so it is not tried.
 */
class FullMemoryIT {
    private static final List<List<String>> WAYS = List.of(List.of("unshare", "-m"), List.of("unshare", "-rm"));

    @TempDir
    Path directory;

    @Test
    @Timeout(60)
    void messagesGoByNettyWithOneLine() throws Exception {
        List<String> way =
                WAYS.stream().filter(each -> isAllowed(each)).findFirst().orElse(null);
        assumeTrue(way != null, "no right to mount a file system");
        String printed = run(
                way,
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                FullMemoryProcess.class.getName(),
                directory.resolve("mounted").toString());
        assertThat(printed).contains("taken [1:1:1, 1:2:100000], by the ring 0");
        assertThat(printed.lines().filter(line -> line.contains("by Netty"))).hasSize(2);
    }

    private boolean isAllowed(List<String> way) {
        try {
            return run(way, "echo", "allowed").contains("allowed");
        } catch (IOException e) {
            // There is no such command
            return false;
        }
    }

    private String run(List<String> way, String... program) throws IOException {
        Path file = Files.createDirectories(directory.resolve("mounted"));
        List<String> command = new ArrayList<>(way);
        command.addAll(List.of(
                "sh", "-c", "mount -t tmpfs -o size=512k millrace-test \"$0\" && exec \"$@\"", file.toString()));
        command.addAll(List.of(program));
        Path printed = directory.resolve("printed");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        try {
            process.waitFor();
            return Files.readString(printed);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the test took too long: " + Files.readString(printed), e);
        } finally {
            process.destroyForcibly();
        }
    }
}
