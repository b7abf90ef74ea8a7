// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassPathJarsTest {

    @TempDir
    private Path directory;

    private Path topology;
    private Path libs;

    @BeforeEach
    void makeJars() throws IOException {
        topology = jar("topology.jar", "com/acme/Main.class");
        libs = Files.createDirectory(directory.resolve("libs"));
    }

    @Test
    void theTopologysJarIsFirstThenTheCommandLinesOrderAndNamesInADirectory() throws IOException {
        Path b = jar("libs/b.jar", "b/B.class");
        Path a = jar("libs/a.jar", "a/A.class");
        Path alone = jar("alone.jar", "c/C.class");
        Files.writeString(libs.resolve("a.txt"), "no jar, and not named as one");

        assertThat(ClassPathJars.of(topology, List.of(alone, libs))).containsExactly(topology, alone, a, b);
        assertThat(ClassPathJars.of(topology, List.of(libs, alone))).containsExactly(topology, a, b, alone);
        assertThat(ClassPathJars.of(null, List.of(alone))).containsExactly(alone);
        assertThat(ClassPathJars.of(null, List.of())).isEmpty();
    }

    @Test
    void whatIsMissingEmptyOrNoJarIsRefused() throws IOException {
        Path text = Files.writeString(directory.resolve("notes.txt"), "not a zip");
        refused(Reason.NOT_FOUND, "no file absent.jar", List.of(Path.of("absent.jar")));
        refused(Reason.REFUSED, "libs has no file *.jar", List.of(libs));
        refused(Reason.REFUSED, "notes.txt is not a jar", List.of(text));
        Files.writeString(libs.resolve("broken.jar"), "half");
        refused(Reason.REFUSED, "broken.jar is not a jar", List.of(libs));
    }

    @Test
    void aJarThatIsNamedTwiceIsRefused() throws IOException {
        Path a = jar("libs/a.jar", "a/A.class");
        Path link = Files.createSymbolicLink(directory.resolve("link.jar"), a);

        refused(Reason.REFUSED, "a.jar is on the class path twice", List.of(a, libs));
        refused(Reason.REFUSED, "link.jar is on the class path twice", List.of(libs, link));
        refused(Reason.REFUSED, "topology.jar is on the class path twice", List.of(topology));
    }

    /** A loader follows such a path to a file that another account may put there. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "file:/tmp/a.jar",
                "http://127.0.0.1:1/a.jar",
                "/tmp/a.jar",
                "../../tmp/a.jar",
                "lib/../../a.jar",
                "%2e%2E/a.jar",
                "%2ftmp/a.jar",
                "b.jar ../a.jar"
            })
    void aManifestThatPutsAFileOfTheNodeOnTheClassPathIsRefused(String classPath) throws IOException {
        Path jar = withClassPath(classPath);

        assertThatThrownBy(() -> ClassPathJars.requireNothingOutside(List.of(topology, jar)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("the manifest of classPath.jar has ")
                .hasMessageContaining("a.jar in its Class-Path")
                .hasMessageContaining("name the file by --lib");
    }

    @Test
    void aManifestMayNameWhatIsBesideItsJar() throws IOException {
        ClassPathJars.requireNothingOutside(List.of(
                topology,
                Files.writeString(directory.resolve("no.jar"), "x"),
                withClassPath("a.jar lib/b.jar ./c%20d.jar e/../f.jar lib/")));
    }

    private Path withClassPath(String classPath) throws IOException {
        Path jar = directory.resolve("classPath.jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, classPath);
        new JarOutputStream(Files.newOutputStream(jar), manifest).close();
        return jar;
    }

    @Test
    void aClassInTwoJarsIsNamedWithBothAndTheOneThatIsUsed() throws IOException {
        Path a = jar(
                "a.jar", "com/acme/A.class", "com/acme/package-info.class", "META-INF/versions/17/X.class", "r.txt");
        Path b = jar(
                "b.jar", "com/acme/B.class", "com/acme/package-info.class", "META-INF/versions/17/X.class", "r.txt");
        Path c = jar("c.jar", "com/acme/B.class", "com/acme/C.class", "com/acme/A.class");
        Path likeB = jar("libs/b.jar", "com/acme/B.class");

        assertThat(ClassPathJars.duplicateClasses(List.of(topology, a, b))).isEmpty();
        assertThat(ClassPathJars.duplicateClasses(List.of(b, c)))
                .containsExactly("class com.acme.B: in b.jar and in c.jar; that of b.jar is used, as it is first on the"
                        + " class path");
        assertThat(ClassPathJars.duplicateClasses(List.of(c, a, b)))
                .containsExactly(
                        "class com.acme.A: in c.jar and in a.jar; that of c.jar is used, as it is first on the class path",
                        "class com.acme.B: in c.jar and in b.jar; that of c.jar is used, as it is first on the class path");
        assertThat(ClassPathJars.duplicateClasses(List.of(b, likeB)).get(0)).contains(b.toString(), likeB.toString());
    }

    @Test
    void thereIsALineForEachOfAFewPairsOfJars() throws IOException {
        List<Path> jars = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            jars.add(jar("j" + i + ".jar", "com/acme/A.class", "com/acme/B.class", "com/acme/C.class"));
        }

        List<String> lines = ClassPathJars.duplicateClasses(jars);

        assertThat(lines).hasSize(6);
        assertThat(lines.get(0)).startsWith("class com.acme.A, and 2 more classes: in j0.jar and in j1.jar;");
        assertThat(lines.get(5)).isEqualTo("3 more pairs of jars have classes of the same names");
    }

    private void refused(Reason reason, String message, List<Path> named) {
        assertThatThrownBy(() -> ClassPathJars.of(topology, named))
                .isInstanceOfSatisfying(
                        ClusterException.class, e -> assertThat(e.reason()).isEqualTo(reason))
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    private Path jar(String name, String... entries) throws IOException {
        Path jar = directory.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (String entry : entries) {
                out.putNextEntry(new JarEntry(entry));
                out.closeEntry();
            }
        }
        return jar;
    }
}
