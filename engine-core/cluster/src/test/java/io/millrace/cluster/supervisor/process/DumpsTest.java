// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The dumps that a JVM leaves of its memory. The engine does not set where a heap dump goes: that is the working
 * directory, which is the supervisor's.
 */
@Timeout(120)
class DumpsTest {

    /** A process with a secret in its heap, which runs out of it or waits. */
    public static final class Holder {

        static final List<byte[]> HEAP = new ArrayList<>();

        public static void main(String[] arguments) throws InterruptedException {
            byte[] secret = ("in the" + " heap: " + System.getenv("SECRET")).getBytes(StandardCharsets.ISO_8859_1);
            HEAP.add(secret);
            System.out.println("ready");
            while (arguments.length > 0) {
                HEAP.add(new byte[1 << 20]);
            }
            Thread.sleep(TimeUnit.MINUTES.toMillis(1));
        }
    }

    @TempDir
    private Path directory;

    private Process start(List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(
                List.of("-Xmx16m", "-XX:+UseSerialGC", "-XX:+ExitOnOutOfMemoryError", "-XX:-CreateCoredumpOnCrash"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Holder.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile());
        builder.environment().put("SECRET", "geheim");
        return builder.start();
    }

    private Path only(String ending) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            List<Path> found =
                    files.filter(file -> file.toString().endsWith(ending)).toList();
            assertThat(found).hasSize(1);
            return found.get(0);
        }
    }

    @Test
    void aHeapDumpHasSecretsAndIsTheAccountsAlone() throws Exception {
        Process process = start(List.of("-XX:+HeapDumpOnOutOfMemoryError"), "much");
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isNotZero();

        Path dump = only(".hprof");
        assertThat(Files.getPosixFilePermissions(dump)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(new String(Files.readAllBytes(dump), StandardCharsets.ISO_8859_1))
                .contains("in the heap: geheim");
    }

    @Test
    void whatACrashWritesDoesNotHaveTheVariablesOfTheEnvironment() throws Exception {
        Process process = start(List.of("-XX:ErrorFile=" + directory.resolve("hs_err_w1_%p.log")));
        assertThat(process.inputReader().readLine()).isEqualTo("ready");
        assertThat(new ProcessBuilder("kill", "-SEGV", Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
        process.getInputStream().readAllBytes();
        assertThat(process.waitFor()).isNotZero();

        String text = Files.readString(only(".log"), StandardCharsets.ISO_8859_1);
        assertThat(text).contains("SIGSEGV").doesNotContain("geheim", "SECRET");
    }
}
