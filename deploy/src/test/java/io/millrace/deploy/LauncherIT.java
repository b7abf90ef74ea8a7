// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
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

    /** A plain user runs it where nothing may be written, without a home, HOME and USER, on a dumb terminal. */
    @Test
    void runsFromAReadOnlyDirectoryWithAnEmptyEnvironment() throws IOException {
        Path place = Files.createTempDirectory("millrace-it-");
        Path memory = Files.createTempDirectory(installed.shared(), "plain");
        try {
            Path copy = place.resolve("a read-only copy");
            copy(Installed.HOME, copy);
            Path tmp = Files.createDirectory(place.resolve("tmp"));
            for (Path open : List.of(tmp, memory)) {
                Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
            }
            for (Path through : List.of(place, installed.shared())) {
                Files.setPosixFilePermissions(through, PosixFilePermissions.fromString("rwxr-xr-x"));
            }
            allow(copy, "r-xr-xr-x");
            List<Path> before = all(copy);

            Program local = plain(
                    copy,
                    Map.of(
                            "MILLRACE_JAVA_OPTS",
                            "-Djava.io.tmpdir=" + tmp,
                            "MILLRACE_IPC_DIR",
                            memory.resolve("rings").toString()),
                    "local",
                    copy.resolve("examples/wordcount.jar").toString(),
                    "io.millrace.examples.wordcount.FirstWordCount");

            assertThat(local.awaitExit()).as(local.evidence()).isZero();
            assertThat(local.out()).contains("counted {").endsWith("first-wordcount completed\n");
            assertThat(local.err()).isEmpty();
            assertThat(all(copy)).isEqualTo(before);

            if (isRoot()) {
                Program supervisor = plain(copy, Map.of(), "supervisor");
                assertThat(supervisor.awaitExit()).as(supervisor.evidence()).isNotZero();
                assertThat(supervisor.err().lines()).singleElement().asString().contains("supervisor.data.dir");
            }
        } finally {
            allow(place, "rwxr-xr-x");
            remove(place);
        }
    }

    /** Starts it with these variables alone; as nobody if this is root, who may write everywhere. */
    private Program plain(Path home, Map<String, String> environment, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
        }
        command.addAll(List.of("env", "-i", "PATH=" + System.getenv("PATH"), "LANG=C", "TERM=dumb"));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.add(home.resolve("bin/millrace").toString());
        command.addAll(List.of(arguments));
        Path out = installed.directory().resolve("plain-" + arguments[0] + ".out");
        Path err = installed.directory().resolve("plain-" + arguments[0] + ".err");
        Process process = new ProcessBuilder(command)
                .directory(home.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new Program(process, String.join(" ", command), out, err);
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    /** Sets the mode of directories and programs, and of other files without the right to execute. */
    private static void allow(Path directory, String mode) throws IOException {
        try (var all = Files.walk(directory)) {
            for (Path each : all.toList()) {
                boolean executable = Files.isDirectory(each) || Files.isExecutable(each);
                Files.setPosixFilePermissions(
                        each, PosixFilePermissions.fromString(executable ? mode : mode.replace('x', '-')));
            }
        }
    }

    private static List<Path> all(Path directory) throws IOException {
        try (var all = Files.walk(directory)) {
            return all.sorted().toList();
        }
    }

    private static void remove(Path directory) throws IOException {
        try (var all = Files.walk(directory)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
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

    /** The Java of the test notes each training and waits in it. */
    @Test
    void oneProcessMakesTheClassArchiveAndTheOthersStartWithoutIt() throws IOException {
        Path copy = Files.createDirectories(installed.directory().resolve("fresh"));
        Files.createDirectories(copy.resolve("lib"));
        Files.createDirectories(copy.resolve("bin"));
        Path launcher = Files.copy(Installed.HOME.resolve("bin/millrace"), copy.resolve("bin/millrace"));
        Path jdk = installed.directory().resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"17.0.1\"\n");
        Path java = Files.writeString(jdk.resolve("bin/java"), """
            #!/bin/sh
            here=$(dirname "$0")
            for option; do
                case $option in
                    -XX:ArchiveClassesAtExit=*)
                        echo training >>"$here/trainings"
                        until [ -e "$here/go" ]; do sleep 0.05; done
                        : >"${option#*=}"
                        exit 0
                        ;;
                    -XX:SharedArchiveFile=*) echo with archive ;;
                esac
            done
            echo started
            """);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Map<String, String> environment = Map.of("JAVA_HOME", jdk.toString());
        Path trainings = jdk.resolve("bin/trainings");
        // A process that was killed in its training left its lock: this id is above all that Linux gives
        Files.createDirectories(copy.resolve("cache"));
        Files.createSymbolicLink(copy.resolve("cache/training.pid"), Path.of("99999999"));

        Program first = installed.startAt(launcher, environment, "supervisor");
        Await.until("the training", Duration.ofSeconds(20), () -> Files.exists(trainings), first::evidence);
        Program second = installed.startAt(launcher, environment, "controller");
        assertThat(second.awaitExit()).as(second.evidence()).isZero();
        assertThat(second.out()).isEqualTo("started\n");

        Files.createFile(jdk.resolve("bin/go"));
        assertThat(first.awaitExit()).as(first.evidence()).isZero();
        assertThat(first.out()).isEqualTo("with archive\nstarted\n");
        assertThat(trainings).hasContent("training");
        assertThat(copy.resolve("cache/training.pid")).doesNotExist();
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

    /** Without the class archives, which fit their own place only, and which other tests may be making. */
    private static void copy(Path from, Path to) throws IOException {
        Path archives = from.resolve("cache");
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path each, BasicFileAttributes attributes) throws IOException {
                if (each.equals(archives)) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(each)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path each, BasicFileAttributes attributes) throws IOException {
                Files.copy(each, to.resolve(from.relativize(each)));
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
