// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files for contributors: CI, templates, updates of dependencies, and the script that stands in for Maven. */
class ProjectFilesTest {

    private static final Path ROOT = Pom.ROOT;
    private static final String DIGEST = "distributionSha256Sum";
    private static final String LICENCE = "SPDX-License-Identifier: Apache-2.0";
    private static final Pattern SOURCES = Pattern.compile("(?!dagre).*\\.(java|py|js|css)|Dockerfile");

    /** What is built, what belongs to tools, and files that become those of users. */
    private static final Pattern NOT_OURS = Pattern.compile("target|archetype-resources|\\.git|\\.idea|\\.venv");

    @TempDir
    Path directory;

    private Path script;

    /** A project whose Maven is a script that prints its arguments. */
    @BeforeEach
    void project() throws IOException, InterruptedException {
        script = Files.copy(ROOT.resolve("mvnw"), directory.resolve("mvnw"));
        Path maven =
                Files.createDirectories(directory.resolve("apache-maven-0/bin")).resolve("mvn");
        Files.writeString(maven, "#!/bin/sh\necho \"maven $*\"\n");
        assertThat(maven.toFile().setExecutable(true)).isTrue();
        new Maven(directory, List.of()).program(directory, List.of("tar", "-czf", "maven.tar.gz", "apache-maven-0"));
        name(Bundle.digest(directory.resolve("maven.tar.gz"), "SHA-256"));
    }

    private void name(String digest) throws IOException {
        Path properties =
                Files.createDirectories(directory.resolve(".mvn/wrapper")).resolve("maven-wrapper.properties");
        Files.writeString(
                properties, "distributionUrl=file://" + directory + "/maven.tar.gz\n" + DIGEST + "=" + digest + "\n");
    }

    private Run mvnw() throws IOException, InterruptedException {
        ProcessBuilder builder =
                new ProcessBuilder("sh", script.toString(), "-v", "two words").redirectErrorStream(true);
        builder.environment().put("MAVEN_USER_HOME", directory.resolve("home").toString());
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        return new Run(process.waitFor(), said);
    }

    private record Run(int exitCode, String said) {}

    @Test
    void theWrapperFetchesOnceAndRuns() throws IOException, InterruptedException {
        assertThat(mvnw()).isEqualTo(new Run(0, "maven -v two words\n"));

        Files.delete(directory.resolve("maven.tar.gz"));
        assertThat(mvnw()).isEqualTo(new Run(0, "maven -v two words\n"));
        try (Stream<Path> kept = Files.list(directory.resolve("home/wrapper/dists"))) {
            assertThat(kept).hasSize(1);
        }
    }

    @Test
    void theWrapperRunsNothingWithAnotherDigest() throws IOException, InterruptedException {
        name("0".repeat(64));

        Run run = mvnw();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.said())
                .startsWith("mvnw: file://")
                .contains(", not 000000")
                .hasLineCount(1);
        try (Stream<Path> kept = Files.list(directory.resolve("home/wrapper/dists"))) {
            assertThat(kept).isEmpty();
        }
    }

    @Test
    void theWrapperCanBeRunAndNamesWhatItFetches() throws IOException {
        Properties properties = new Properties();
        try (var in = Files.newInputStream(ROOT.resolve(".mvn/wrapper/maven-wrapper.properties"))) {
            properties.load(in);
        }

        assertThat(ROOT.resolve("mvnw")).isExecutable();
        assertThat(properties.getProperty("distributionUrl")).matches("https://.*/apache-maven-[0-9.]+-bin\\.tar\\.gz");
        assertThat(properties.getProperty(DIGEST)).matches("[0-9a-f]{64}");
    }

    @Test
    void eachFileOfSourcesNamesItsLicence() throws IOException {
        List<Path> without = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return NOT_OURS.matcher(directory.getFileName().toString()).matches()
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (SOURCES.matcher(file.getFileName().toString()).matches()
                        && Files.readString(file).lines().limit(2).noneMatch(line -> line.contains(LICENCE))) {
                    without.add(ROOT.relativize(file));
                }
                return FileVisitResult.CONTINUE;
            }
        });

        assertThat(without)
                .as("without '" + LICENCE + "' in the first two lines")
                .isEmpty();
    }

    @Test
    void eachFileForTheHostOfTheRepositoryCanBeRead() throws IOException {
        List<Path> files;
        try (Stream<Path> found = Files.walk(ROOT.resolve(".github"))) {
            files = found.filter(file -> file.toString().endsWith(".yml")).toList();
        }

        assertThat(files).hasSize(5);
        for (Path file : files) {
            assertThat(DeploymentFiles.documents(file)).as(file.toString()).hasSize(1);
        }
    }

    @Test
    void ciRunsTheSameCommandOnBothReleasesOfJava() throws IOException {
        Object workflow = DeploymentFiles.documents(ROOT.resolve(".github/workflows/ci.yml"))
                .get(0);

        assertThat(DeploymentFiles.at(workflow, "jobs/verify/strategy/matrix/java"))
                .isEqualTo(List.of(17, 25));
        assertThat(DeploymentFiles.at(workflow, "jobs/verify/steps/2/run")).isEqualTo("bash .ci/run");
        assertThat(DeploymentFiles.at(workflow, "permissions/contents")).isEqualTo("read");
        assertThat(ROOT.resolve(".ci/run")).isRegularFile();
    }

    @Test
    void updatesAreLookedForInDirectoriesThatExist() throws IOException {
        Object settings = DeploymentFiles.documents(ROOT.resolve(".github/dependabot.yml"))
                .get(0);

        List<String> ecosystems = new ArrayList<>();
        for (Object each : (List<?>) DeploymentFiles.at(settings, "updates")) {
            Map<?, ?> update = (Map<?, ?>) each;
            ecosystems.add((String) update.get("package-ecosystem"));
            assertThat(ROOT.resolve("." + update.get("directory"))).isDirectory();
        }
        assertThat(ecosystems).containsExactly("maven", "github-actions", "docker");
    }
}
