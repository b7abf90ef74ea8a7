// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cli.backend.Installation;
import io.millrace.cli.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A main method that ends the process of the command too. */
@Timeout(60)
class ExitingMainIT {

    @TempDir
    private Path directory;

    /** The command line with a cluster in memory. */
    static final class Command {
        private Command() {}

        public static void main(String[] args) {
            System.exit(new Cli(new FakeBackend(), Terminal.ofProcess(), Installation.ofProcess()).run(args));
        }
    }

    @Test
    void itsExitCodeIsTheCommandsAndALineSaysWhoCalledExit() throws Exception {
        Path jar = TestJar.of(
                directory,
                Mains.Exiting.class.getName(),
                Mains.class,
                Mains.Exiting.class,
                Mains.Numbers.class,
                Mains.Drop.class);
        Process command = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Command.class.getName(),
                        "submit",
                        jar.toString())
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(command.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(said.lines().filter(line -> line.startsWith("millrace: ")))
                    .singleElement()
                    .asString()
                    .contains("System.exit was called at ")
                    .contains("Mains$Exiting.main(Mains.java:")
                    .endsWith("returned, so this command ends unfinished: let it return");
            assertThat(command.waitFor()).isEqualTo(5);
        } finally {
            command.destroyForcibly().waitFor();
        }
    }
}
