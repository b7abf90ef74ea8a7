package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The script bin/millrace where people put it. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LauncherIT {

    private final Installed installed = new Installed("launcher");

    @AfterEach
    void removeSharedMemory() {
        installed.close();
    }

    @Test
    void runsThroughLinksAndInPathsWithSpaces() throws IOException {
        Path home = installed.directory().resolve("a home with spaces");
        Files.createSymbolicLink(home, Installed.HOME);
        Path copy = installed.directory().resolve("copy of it");
        copy(Installed.HOME, copy);
        Path link = installed.directory().resolve("a link");
        Files.createSymbolicLink(link, Path.of("copy of it/bin/millrace"));

        for (Path launcher : new Path[] {home.resolve("bin/millrace"), copy.resolve("bin/millrace"), link}) {
            Program version = installed.startAt(launcher, Map.of(), "version");
            assertThat(version.awaitExit()).as(version.evidence()).isZero();
            assertThat(version.out()).startsWith("millrace 0.");
        }
    }

    @Test
    void saysWhichJavaItNeeds() throws IOException {
        Path old = installed.directory().resolve("jdk-11");
        Files.createDirectories(old.resolve("bin"));
        Files.writeString(old.resolve("release"), "JAVA_VERSION=\"11.0.2\"\n");
        Path java = Files.writeString(old.resolve("bin/java"), "#!/bin/sh\nexit 99\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));

        assertRefused(old, "Java is 11.0.2", "17 or newer");
        assertRefused(installed.directory().resolve("none"), "has no bin/java");
    }

    private void assertRefused(Path javaHome, String... says) {
        Program refused = installed.startAt(
                Installed.HOME.resolve("bin/millrace"), Map.of("JAVA_HOME", javaHome.toString()), "version");
        assertThat(refused.awaitExit()).isEqualTo(1);
        assertThat(refused.err().lines())
                .singleElement()
                .asString()
                .startsWith("millrace: ")
                .contains(says);
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var all = Files.walk(from)) {
            for (Path each : all.toList()) {
                Path target = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(each, target);
                }
            }
        }
    }
}
