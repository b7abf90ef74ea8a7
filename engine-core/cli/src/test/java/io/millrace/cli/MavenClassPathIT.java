// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cli.backend.Installation;
import io.millrace.cli.exit.CommandFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Maven looks up libraries in a local repository of this test, and in a remote one that is a directory of it. */
@Timeout(600)
class MavenClassPathIT {

    private static final String LIBRARY = "com.example:library:1";

    @TempDir
    private Path directory;

    private Path answers;
    private Path remote;
    private Path local;

    @BeforeEach
    void configure() throws IOException {
        answers = directory.resolve("answers");
        remote = directory.resolve("remote");
        local = directory.resolve("local");
        Path settings = directory.resolve("settings.xml");
        Path known =
                Path.of(System.getProperty("maven.repo.local", System.getProperty("user.home") + "/.m2/repository"));
        Files.writeString(settings, """
                <settings><profiles><profile><id>test</id>
                <repositories><repository><id>test</id><url>%s</url></repository></repositories>
                <pluginRepositories><pluginRepository>
                <id>known</id><url>%s</url>
                </pluginRepository></pluginRepositories>
                </profile></profiles><activeProfiles><activeProfile>test</activeProfile></activeProfiles></settings>
                """.formatted(remote.toUri(), known.toUri()));
        Path options = answers.resolve(".mvn").resolve("maven.config");
        Files.createDirectories(options.getParent());
        Files.writeString(options, "-Dmaven.repo.local=" + local + "\n-s\n" + settings + "\n");
        publish(
                "library",
                "1",
                "<dependency><groupId>com.example</groupId><artifactId>needed</artifactId>"
                        + "<version>2</version></dependency>");
        publish("needed", "2", "");
    }

    private void publish(String artifact, String version, String dependencies) throws IOException {
        Path at = Files.createDirectories(
                remote.resolve("com/example").resolve(artifact).resolve(version));
        String name = artifact + "-" + version;
        Files.writeString(
                at.resolve(name + ".pom"),
                "<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId><artifactId>" + artifact
                        + "</artifactId><version>" + version + "</version><dependencies>" + dependencies
                        + "</dependencies></project>");
        Files.move(TestJar.of(directory, null, MavenClassPathIT.class), at.resolve(name + ".jar"));
    }

    @Test
    @Tag("long")
    void fetchesOnceThenTakesWhatIsInTheLocalRepositoryAndAnswersWithoutMavenAtLast() throws IOException {
        List<Path> expected = List.of(
                local.resolve("com/example/library/1/library-1.jar"),
                local.resolve("com/example/needed/2/needed-2.jar"));

        assertThat(MavenClassPath.of(answers, List.of(LIBRARY)))
                .isEqualTo(expected)
                .allMatch(Files::exists);

        delete(remote);
        delete(answers.resolve("com.example_library_1.classpath"));
        assertThat(MavenClassPath.of(answers, List.of(LIBRARY))).isEqualTo(expected);

        Files.writeString(answers.resolve(".mvn").resolve("maven.config"), "--no-such-option\n");
        assertThat(MavenClassPath.of(answers, List.of(LIBRARY))).isEqualTo(expected);

        // A library that is gone is looked for again, which shows that Maven was not asked before
        delete(expected.get(0));
        assertThatThrownBy(() -> MavenClassPath.of(answers, List.of(LIBRARY))).isInstanceOf(CommandFailure.class);
    }

    @Test
    @Tag("long")
    void whatIsNowhereIsNamed() {
        assertThatThrownBy(() -> MavenClassPath.of(answers, List.of("com.example:nothing:3")))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith("Maven does not find com.example:nothing:3: ")
                .hasMessageContaining("or name a directory of jars by --storm-lib");
    }

    @Test
    void aWordThatIsNothingIsRefusedBeforeMavenRuns() throws IOException {
        Path adapter = directory.resolve("home/storm/adapter.jar");
        Files.createDirectories(adapter.getParent());
        Files.createFile(adapter);
        Optional<Installation> home = Optional.of(new Installation(directory.resolve("home"), Optional.empty()));
        assertThatThrownBy(() -> StormJars.of(home, List.of("no/such/dir")))
                .hasMessage("--storm-lib no/such/dir is neither a jar, nor a directory, nor GROUP:ARTIFACT:VERSION");
    }

    private static void delete(Path path) throws IOException {
        try (Stream<Path> all = Files.walk(path)) {
            all.sorted(Comparator.reverseOrder()).forEach(each -> {
                try {
                    Files.delete(each);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
