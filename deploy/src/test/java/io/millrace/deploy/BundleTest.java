// SPDX-License-Identifier: Apache-2.0
package io.millrace.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each thing that Maven Central would refuse is found. */
class BundleTest {

    @TempDir
    Path directory;

    @BeforeEach
    void complete() throws IOException {
        write("parent", "<project><packaging>pom</packaging></project>", ".pom");
        write("library", "<project></project>", ".pom");
        for (String end : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
            write("library", "packed", end);
        }
    }

    private void write(String artifact, String content, String end) throws IOException {
        Path file = file(artifact, end);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
        Files.writeString(file(artifact, end + ".asc"), "signature");
        Files.writeString(file(artifact, end + ".md5"), Bundle.digest(file, "MD5"));
        Files.writeString(file(artifact, end + ".sha1"), Bundle.digest(file, "SHA-1") + "\n");
    }

    private Path file(String artifact, String end) {
        return directory.resolve("io/millrace").resolve(artifact).resolve("1.0").resolve(artifact + "-1.0" + end);
    }

    private List<String> faults() throws IOException {
        return new Bundle(directory).faults();
    }

    @Test
    void nothingIsMissing() throws IOException {
        assertThat(faults()).isEmpty();
        assertThat(new Bundle(directory).signed()).hasSize(5);
    }

    @Test
    void eachFileMissingIsFound() throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(directory)) {
            // Without its POM an artifact is not there at all
            all = files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().endsWith(".pom"))
                    .toList();
        }
        assertThat(all).hasSize(18);
        for (Path file : all) {
            byte[] content = Files.readAllBytes(file);
            Files.delete(file);
            assertThat(faults()).as(file.toString()).hasSize(1);
            Files.write(file, content);
        }
        assertThat(faults()).isEmpty();
    }

    @Test
    void aDigestOfOtherBytesIsFound() throws IOException {
        Files.writeString(file("library", ".jar"), "exchanged");

        assertThat(faults())
                .containsExactlyInAnyOrder("library-1.0.jar has another md5", "library-1.0.jar has another sha1");
    }

    @Test
    void aSnapshotIsFound() throws IOException {
        Path pom = directory.resolve("later-1.1-SNAPSHOT.pom");
        Files.writeString(pom, "<project><packaging>pom</packaging></project>");

        assertThat(faults()).contains("later-1.1-SNAPSHOT.pom is no release");
    }

    @Test
    void anEmptyBundleIsFound(@TempDir Path empty) throws IOException {
        assertThat(new Bundle(empty).faults()).singleElement().asString().endsWith("has no POM");
    }
}
