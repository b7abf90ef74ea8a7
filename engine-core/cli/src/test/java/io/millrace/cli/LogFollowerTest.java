// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFollowerTest {

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    @Test
    void printsWholeLinesOnceAndTheRestAtTheEnd() throws Exception {
        LogFollower follower = new LogFollower(directory.resolve("logs"), new Terminal(null, out, out, false));
        follower.printNew();
        Path log = directory.resolve("logs/topology-1/w1.log");
        Files.createDirectories(log.getParent());

        Files.writeString(log, "one\nt");
        follower.printNew();
        Files.writeString(log, "w\u00f6\nrest", StandardOpenOption.APPEND);
        follower.printNew();
        follower.printNew();
        follower.finish();

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("w1 | one\nw1 | tw\u00f6\nw1 | rest\n");
    }

    @Test
    void beginsAgainWhenTheFileWasCut() throws Exception {
        LogFollower follower = new LogFollower(directory, new Terminal(null, out, out, false));
        Path log = Files.createDirectories(directory.resolve("t")).resolve("w2.log");

        Files.writeString(log, "a long line\n");
        follower.printNew();
        Files.writeString(log, "short\n");
        follower.printNew();

        assertThat(bytes.toString(StandardCharsets.UTF_8)).isEqualTo("w2 | a long line\nw2 | short\n");
    }
}
