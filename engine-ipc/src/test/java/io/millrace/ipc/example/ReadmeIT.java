// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.example;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.liveness.SharedDirectory;
import io.millrace.ipc.ring.Jdks;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The code in README.md is the code that is compiled here, and it runs. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ReadmeIT {
    @TempDir
    Path directory;

    @Test
    void theExampleRunsInTwoJvms() throws Exception {
        run(Jdks.own());
    }

    @Test
    void theExampleRunsOnAnotherJdk() throws Exception {
        run(Jdks.other());
    }

    /** Without flags, the virtual machine prints no warning. */
    private void run(Path jdk) throws Exception {
        Path readerErrors = directory.resolve("reader");
        Path writerErrors = directory.resolve("writer");
        Process reader = start(jdk, readerErrors, Reader.class);
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(reader.getInputStream()))) {
            Path ring = Path.of(lines.readLine());
            Process writer = start(jdk, writerErrors, Writer.class, ring.toString());
            try {
                assertThat(lines.readLine()).isEqualTo("500500");
                assertThat(writer.waitFor()).isZero();
                assertThat(reader.waitFor()).isZero();
                assertThat(ring.getParent()).doesNotExist();
                assertThat(readerErrors).isEmptyFile();
                assertThat(writerErrors).isEmptyFile();
            } finally {
                writer.destroyForcibly();
            }
        } finally {
            reader.destroyForcibly();
        }
    }

    @AfterEach
    void tidyUpTheBase() {
        // The base stays if another program of this user has files in it.
        SharedDirectory.defaultBase().toFile().delete();
    }

    private static Process start(Path jdk, Path errors, Class<?> main, String... arguments) throws Exception {
        ProcessBuilder java = new ProcessBuilder(
                jdk.resolve("bin/java").toString(), "-cp", System.getProperty("java.class.path"), main.getName());
        java.command().addAll(List.of(arguments));
        return java.redirectError(errors.toFile()).start();
    }

    @Test
    void theReadmeShowsTheExample() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        for (Class<?> example : new Class<?>[] {Reader.class, Writer.class}) {
            Path source = Path.of("src/test/java", example.getName().replace('.', '/') + ".java");
            String text = Files.readString(source);
            String body = text.substring(text.indexOf("throws Exception {\n") + 19, text.lastIndexOf("    }\n}"));
            assertThat(readme).contains(body.stripTrailing().stripIndent());
        }
    }
}
