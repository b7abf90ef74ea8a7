// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Process locks are acquired while another process looks for dead ones. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ProcessLockIT {
    private static final int PROBERS = 3;

    @TempDir
    Path directory;

    /** Asks of each new file whether its process is dead, as one does that removes what the dead left. */
    static final class Prober {
        private Prober() {}

        public static void main(String[] arguments) throws IOException {
            System.out.println("ready");
            while (true) {
                probe(Path.of(arguments[0]));
            }
        }

        static void probe(Path directory) throws IOException {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*.unlocked")) {
                for (Path file : files) {
                    ProcessLock.isAlive(file);
                }
            }
        }
    }

    @Test
    void isAcquiredWhileOtherProcessesLookForTheDead() throws Exception {
        List<Process> probers = new ArrayList<>();
        try {
            for (int i = 0; i < PROBERS; i++) {
                probers.add(startProber());
            }
            for (Process prober : probers) {
                assertThat(prober.getInputStream().read()).isEqualTo('r');
            }
            for (int i = 0; i < 5_000; i++) {
                ProcessLock.acquire(directory).close();
            }
            assertThat(probers).allMatch(Process::isAlive);
        } finally {
            for (Process prober : probers) {
                prober.destroyForcibly().waitFor();
            }
        }
    }

    private Process startProber() throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Prober.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
