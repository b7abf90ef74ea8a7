// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What a release would send to Maven Central, made from a copy of the sources and signed with a key that is thrown away,
 * and a project elsewhere that depends on it. Nothing is sent. It runs Maven for minutes, so it is of the long build.
 */
@EnabledIfSystemProperty(named = "millrace.long", matches = "true")
@Timeout(value = 20, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PublishedIT {

    private static final Path DIRECTORY =
            Installed.HOME.resolveSibling("it").resolve("published").toAbsolutePath();
    private static final Set<String> NOT_COPIED = Set.of("target", ".git", "figures");

    private static String version;
    private static Path key;
    private static Bundle bundle;

    @BeforeAll
    static void build() throws IOException, InterruptedException {
        remove(DIRECTORY);
        Path sources = Files.createDirectories(DIRECTORY.resolve("sources"));
        Path root = Pom.ROOT.toRealPath();
        copy(root, sources);
        String snapshot = DeploymentFiles.pom("version");
        version = snapshot.replace("-SNAPSHOT", "");
        for (Pom pom : Pom.all()) {
            Path file = sources.resolve(root.relativize(pom.directory().toRealPath()))
                    .resolve("pom.xml");
            Files.writeString(file, Files.readString(file).replace(snapshot, version));
        }
        // Its agent has a socket beside it, whose path must be short
        key = Files.createTempDirectory("millrace-key-");
        Maven maven = new Maven(DIRECTORY, List.of());
        maven.program(
                sources,
                List.of(
                        "gpg",
                        "--homedir",
                        key.toString(),
                        "--batch",
                        "--passphrase",
                        "",
                        "--quick-generate-key",
                        "Thrown away <nobody@example.org>",
                        "ed25519",
                        "sign",
                        "1d"));
        String modules = Pom.all().stream()
                .filter(Pom::isPublished)
                .map(Pom::directory)
                .map(directory -> Pom.ROOT.relativize(directory).toString())
                .map(path -> path.isEmpty() ? "." : path)
                .collect(Collectors.joining(","));
        maven.run(
                sources,
                "deploy",
                "-Prelease",
                "-Dmaven.test.skip=true",
                // Nothing of it comes into the local repository
                "-Dmaven.install.skip=true",
                "-Dspotless.check.skip=true",
                "-Dgpg.homedir=" + key,
                "-pl",
                modules,
                "-am");
        bundle = new Bundle(DIRECTORY.resolve("bundle"));
        unpack(sources.resolve("target/central-publishing/central-bundle.zip"), bundle.directory());
    }

    @AfterAll
    static void throwTheKeyAway() throws IOException, InterruptedException {
        if (key != null) {
            new Maven(DIRECTORY, List.of())
                    .program(DIRECTORY, List.of("gpgconf", "--homedir", key.toString(), "--kill", "gpg-agent"));
            remove(key);
        }
    }

    @Test
    void nothingWouldBeRefused() throws IOException, InterruptedException {
        assertThat(bundle.faults()).isEmpty();
        List<String> published = Pom.all().stream()
                .filter(Pom::isPublished)
                .map(pom -> pom.artifactId() + "-" + version + ".pom")
                .toList();
        assertThat(bundle.poms())
                .extracting(pom -> pom.getFileName().toString())
                .containsExactlyInAnyOrderElementsOf(published);
        for (Path file : bundle.signed()) {
            new Maven(DIRECTORY, List.of())
                    .program(
                            DIRECTORY,
                            List.of(
                                    "gpg",
                                    "--homedir",
                                    key.toString(),
                                    "--batch",
                                    "--verify",
                                    Bundle.signature(file).toString(),
                                    file.toString()));
        }
    }

    @Test
    void aProjectElsewhereBuildsAndRuns() throws IOException, InterruptedException {
        // A local repository that has what was published, and otherwise nothing
        Path repository = DIRECTORY.resolve("repository");
        copy(bundle.directory(), repository);
        Path project = DIRECTORY.resolve("elsewhere");
        Path sources = Files.createDirectories(project.resolve("src/main/java/org/example"));
        Files.writeString(project.resolve("pom.xml"), OutsideProject.POM.replace("@version@", version));
        Files.writeString(sources.resolve("Lengths.java"), OutsideProject.MAIN);
        Files.writeString(Files.createDirectories(project.resolve("text")).resolve("a.txt"), "one\nthree\n");
        Maven maven = Maven.withRepository(DIRECTORY, repository);

        maven.run(project, "package");

        Path said = maven.program(
                project,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        "target/classes" + File.pathSeparator + "target/libraries/*",
                        "org.example.Lengths",
                        "text"));
        assertThat(said).content().contains("8 characters in 2 lines");
    }

    private static void unpack(Path zip, Path to) throws IOException {
        try (FileSystem files = FileSystems.newFileSystem(zip)) {
            Path root = files.getPath("/");
            try (Stream<Path> all = Files.walk(root)) {
                for (Path file : all.filter(Files::isRegularFile).toList()) {
                    Path target = to.resolve(root.relativize(file).toString());
                    Files.createDirectories(target.getParent());
                    Files.copy(file, target);
                }
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                if (!directory.equals(from)
                        && NOT_COPIED.contains(directory.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(to.resolve(from.relativize(directory)));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!file.getFileName().toString().equals(".git")) {
                    Files.copy(file, to.resolve(from.relativize(file)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private static void remove(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }
}
