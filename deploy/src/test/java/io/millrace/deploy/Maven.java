// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs of Maven and of other programs, which keep what they printed. */
record Maven(Path logs, List<String> options) {

    /** Its local repository is a directory of its own, so it begins empty. */
    static Maven withRepository(Path logs, Path repository) {
        return new Maven(logs, List.of("-Dmaven.repo.local=" + repository));
    }

    /** Runs it in this directory, and returns the file with what it printed. */
    Path run(Path in, String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("mvn", "-B", "-ntp"));
        command.addAll(options);
        command.addAll(List.of(arguments));
        return program(in, command);
    }

    /** The same for any program. */
    Path program(Path in, List<String> command) throws IOException, InterruptedException {
        Path said = Files.createTempFile(logs, Path.of(command.get(0)).getFileName() + "-", ".log");
        Process process = new ProcessBuilder(command)
                .directory(in.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        try {
            assertThat(process.waitFor()).as(said.toString()).isZero();
        } finally {
            process.destroyForcibly();
        }
        return said;
    }
}
