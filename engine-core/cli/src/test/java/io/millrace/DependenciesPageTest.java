// SPDX-License-Identifier: Apache-2.0
package io.millrace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page docs/dependencies.md lists the libraries that the build uses. */
class DependenciesPageTest {

    /** The beginnings of the names of libraries that only tests have. */
    private static final Pattern OF_TESTS = Pattern.compile(
            "(apiguardian|archunit|assertj|byte-buddy|commonmark|junit|opentest4j|open-test-reporting|surefire).*");

    /** A connector's artifact and the property in the parent's pom.xml that has its version. */
    private static final Map<String, String> CONNECTORS = Map.of(
            "kafka-clients", "kafka.version",
            "HikariCP", "hikaricp.version",
            "s3", "aws.version",
            "avro", "avro.version",
            "protobuf-java", "protobuf.version",
            "jackson-databind", "jackson.version",
            "netty-codec-http", "netty.version",
            "storm-client", "storm.version");

    private final Path root = Path.of("").toAbsolutePath().getParent().getParent();

    private List<String[]> rows(String section) throws IOException {
        String page = Files.readString(root.resolve("docs/dependencies.md"));
        String rest = page.substring(page.indexOf("## " + section));
        int end = rest.indexOf("\n## ", 1);
        return rest.substring(0, end < 0 ? rest.length() : end)
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| group"))
                .map(line -> line.split("\\|"))
                .toList();
    }

    @Test
    void librariesOfTheEngineAreThoseOfTheClassPath() throws IOException {
        Set<String> page = rows("The engine").stream()
                .flatMap(row -> Stream.of(row[2].split(",")).map(name -> name.strip() + "-" + row[3].strip()))
                .collect(Collectors.toCollection(TreeSet::new));

        Set<String> used = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(entry -> Path.of(entry).getFileName().toString())
                .filter(name -> name.endsWith(".jar") && !OF_TESTS.matcher(name).matches())
                .map(name -> name.replaceFirst("(-(linux|osx|windows)-\\w+)?\\.jar$", ""))
                .filter(name -> !name.matches("(engine|millrace)-.*"))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(used).isNotEmpty();
        assertThat(page).containsExactlyElementsOf(used);
    }

    @Test
    void librariesOfConnectorsAreThoseOfThePom() throws IOException {
        String pom = Files.readString(root.resolve("pom.xml"));
        Map<String, String> page = rows("Connectors").stream()
                .collect(Collectors.toMap(row -> row[2].split(",")[0].strip(), row -> row[3].strip()));

        assertThat(page.keySet()).isEqualTo(CONNECTORS.keySet());
        CONNECTORS.forEach((artifact, property) -> {
            Matcher version =
                    Pattern.compile("<" + Pattern.quote(property) + ">([^<]+)<").matcher(pom);
            assertThat(version.find()).as(property).isTrue();
            assertThat(page.get(artifact)).as(artifact).isEqualTo(version.group(1));
        });
    }
}
