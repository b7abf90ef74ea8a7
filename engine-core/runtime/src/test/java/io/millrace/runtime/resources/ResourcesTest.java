// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcesTest {

    @TempDir
    private Path directory;

    private static final long MOST_BYTES = 1 << 20;

    private final List<URLClassLoader> loaders = new ArrayList<>();

    @AfterEach
    void closeLoaders() throws IOException {
        for (URLClassLoader loader : loaders) {
            loader.close();
        }
    }

    @Test
    void aJarsResourcesAreFilesUntilTheClose() throws IOException {
        Path jar = jar("t.jar", "A.class", "resources/a.txt", "resources/deep/b.txt", "resources.txt");

        Path found;
        try (Resources resources = Resources.temporary(loader(jar))) {
            found = resources.get();
            assertThat(content(found)).containsExactly("a.txt", "deep/b.txt");
            assertThat(found.resolve("deep/b.txt")).hasContent("resources/deep/b.txt");
            assertThat(resources.get()).isEqualTo(found);
        }

        assertThat(found.getParent()).doesNotExist();
    }

    @Test
    void resourcesOfADirectoryAreUsedWhereTheyAre() throws IOException {
        Path classes = directory.resolve("classes");
        Files.createDirectories(classes.resolve("resources"));
        Files.writeString(classes.resolve("resources/a.txt"), "here");

        try (Resources resources = Resources.temporary(loader(classes))) {
            assertThat(resources.get()).isEqualTo(classes.resolve("resources"));
        }

        assertThat(classes.resolve("resources/a.txt")).exists();
    }

    @Test
    void theFirstOfTheClassPathThatHasAnyIsTaken() throws IOException {
        Path none = jar("none.jar", "A.class", "resources/");
        Path one = jar("one.jar", "resources/one.txt");
        Path two = jar("two.jar", "resources/", "resources/two.txt");

        try (Resources resources = Resources.temporary(loader(none, one, two))) {
            assertThat(content(resources.get())).containsExactly("one.txt");
        }
    }

    @Test
    void aLoaderThatKnowsNoFilesIsAskedForTheDirectory() throws IOException {
        Path jar = jar("t.jar", "inner/", "inner/resources/", "inner/resources/a.txt");
        ClassLoader nested = new ClassLoader(ClassLoader.getPlatformClassLoader()) {
            @Override
            public URL getResource(String name) {
                try {
                    return new URL("jar:" + jar.toUri() + "!/inner/" + name);
                } catch (MalformedURLException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };

        try (Resources resources = Resources.temporary(nested)) {
            assertThat(content(resources.get())).containsExactly("a.txt");
        }
    }

    @Test
    void storedResourcesAreExtractedOnceForAllProcesses() throws IOException {
        Path jar = jar("digest", "resources/a.txt");
        Path store = Files.createDirectory(directory.resolve("store"));
        Object first;
        try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
            assertThat(resources.get()).isEqualTo(store.resolve("digest"));
            first = fileKey(store.resolve("digest/a.txt"));
        }

        try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
            assertThat(fileKey(resources.get().resolve("a.txt"))).isEqualTo(first);
        }
        assertThat(content(store)).containsExactly("digest.lock", "digest/a.txt");
    }

    /** A partial directory must never be taken for the whole. */
    @Test
    void whatAProcessThatDiedHasLeftIsReplaced() throws IOException {
        Path jar = jar("digest", "resources/a.txt", "resources/b.txt");
        Path store = directory.resolve("store");
        Files.createDirectories(store.resolve("digest.part/old"));
        Files.writeString(store.resolve("digest.part/a.txt"), "ha");
        Files.createFile(store.resolve("digest.lock"));

        try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
            assertThat(content(resources.get())).containsExactly("a.txt", "b.txt");
            assertThat(resources.get().resolve("a.txt")).hasContent("resources/a.txt");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/../../evil.txt", "resources//evil.txt", "resources/a/../../../evil.txt"})
    void anEntryThatLeadsOutIsRefusedAndLeavesNothing(String evil) throws IOException {
        Path jar = jar("digest", "resources/a.txt", evil);
        Path store = Files.createDirectory(directory.resolve("store"));

        try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
            assertThatThrownBy(resources::get)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("entry '" + evil + "' leads out of resources/");
        }

        assertThat(content(store)).containsExactly("digest.lock");
        assertThat(directory.resolve("evil.txt")).doesNotExist();
        assertThat(Path.of("/evil.txt")).doesNotExist();
    }

    /** A megabyte of zeros takes a kilobyte in the jar. */
    @Test
    void aJarThatUnpacksIntoMoreThanTheBoundIsRefusedAndLeavesNothing() throws IOException {
        Path jar = directory.resolve("digest");
        // Without a buffer each byte of a header is a system call
        try (JarOutputStream out = new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)))) {
            for (int i = 0; i < 3; i++) {
                out.putNextEntry(new JarEntry("resources/" + i));
                out.write(new byte[(int) MOST_BYTES / 2]);
                out.closeEntry();
            }
        }
        assertThat(Files.size(jar)).isLessThan(10_000);
        Path store = Files.createDirectory(directory.resolve("store"));

        try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
            assertThatThrownBy(resources::get)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("more than 1048576 bytes are below resources/ at entry 'resources/2'")
                    .hasMessageContaining("supervisor.resources.max.bytes");
        }
        assertThat(content(store)).containsExactly("digest.lock");
        assertThat(store.resolve("digest.part")).doesNotExist();
        try (Resources resources = Resources.stored(loader(jar), store, 2 * MOST_BYTES)) {
            assertThat(content(resources.get())).hasSize(3);
        }
    }

    @Test
    void aJarOfTooManyFilesIsRefused() throws IOException {
        Path jar = jar(
                "digest",
                IntStream.rangeClosed(0, 100_000)
                        .mapToObj(i -> "resources/" + i)
                        .toArray(String[]::new));
        Path store = Files.createDirectory(directory.resolve("store"));

        try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
            assertThatThrownBy(resources::get)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("100001 entries are below resources/, and 100000 is the most");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/a\nb", "resources/\u001b[31m", "resources/a\u0000b", "resources/\u0085"})
    void aNameWithControlCharactersIsRefusedAndNotPrinted(String evil) throws IOException {
        Path jar = jar("digest", evil);
        Path store = Files.createDirectory(directory.resolve("store"));

        try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
            assertThatThrownBy(resources::get)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("entry 'resources/")
                    .message()
                    .doesNotContainPattern("\\p{Cc}");
        }
    }

    @Test
    void anEntryThatIsThereTwiceIsRefusedAndOneThatDiffersInCaseIsNot() throws IOException {
        Path twice = jar("twice", "resources/a.txt", "resources/b.txt");
        byte[] bytes = Files.readAllBytes(twice);
        String text = new String(bytes, StandardCharsets.ISO_8859_1).replace("resources/b.txt", "resources/a.txt");
        Files.write(twice, text.getBytes(StandardCharsets.ISO_8859_1));
        Path both = jar("both", "resources/a", "resources/a/b");
        Path store = Files.createDirectory(directory.resolve("store"));

        for (Path jar : List.of(twice, both)) {
            try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
                assertThatThrownBy(resources::get)
                        .isInstanceOf(TopologyException.class)
                        .hasMessageContaining("is there twice, or as file and directory");
            }
        }
        try (Resources resources =
                Resources.stored(loader(jar("case", "resources/a", "resources/A")), store, MOST_BYTES)) {
            assertThat(content(resources.get())).containsExactly("A", "a");
        }
    }

    /** The entry is one that {@code zip -y} has made of a link: its mode in the jar is 0120777. */
    @Test
    void aLinkInAJarLeadsNowhere() throws IOException {
        Path jar = jar("digest", "resources/link");
        byte[] bytes = Files.readAllBytes(jar);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int central = text.lastIndexOf("PK\u0001\u0002");
        bytes[central + 5] = 3;
        bytes[central + 40] = (byte) (0120777 & 0xff);
        bytes[central + 41] = (byte) (0120777 >> 8);
        Files.write(jar, bytes);
        Path store = Files.createDirectory(directory.resolve("store"));

        try (Resources resources = Resources.stored(loader(jar), store, MOST_BYTES)) {
            Path file = resources.get().resolve("link");
            assertThat(Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)).isTrue();
            assertThat(file).hasContent("resources/link");
        }
    }

    /** Programs run in the directory, and Python looks there for its modules first. */
    @Test
    void noOtherAccountCanPutAFileBesideThem() throws IOException {
        Path store = Files.createDirectory(directory.resolve("store"));
        Files.setPosixFilePermissions(store, PosixFilePermissions.fromString("rwxrwxrwx"));

        try (Resources resources = Resources.stored(loader(jar("digest", "resources/deep/a.txt")), store, MOST_BYTES)) {
            assertThat(Files.getPosixFilePermissions(resources.get()))
                    .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aTopologyWithoutResourcesIsToldSo() throws IOException {
        try (Resources resources = Resources.temporary(loader(jar("t.jar", "A.class")))) {
            assertThatThrownBy(resources::get)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("has a directory resources/");
        }
    }

    @Test
    void nothingIsExtractedAfterTheClose() throws IOException {
        Resources resources = Resources.temporary(loader(jar("t.jar", "resources/a.txt")));
        resources.close();

        assertThatThrownBy(resources::get).hasMessageContaining("after the topology had ended");
    }

    private static Object fileKey(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    private static List<String> content(Path below) throws IOException {
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> below.relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private URLClassLoader loader(Path... entries) throws IOException {
        URL[] urls = new URL[entries.length];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = entries[i].toUri().toURL();
        }
        loaders.add(new URLClassLoader(urls, ClassLoader.getPlatformClassLoader()));
        return loaders.get(loaders.size() - 1);
    }

    /** Makes a jar in which the content of each file is its name. */
    private Path jar(String name, String... entries) throws IOException {
        Path jar = directory.resolve(name);
        // Without a buffer each byte of a header is a system call
        try (JarOutputStream out = new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)))) {
            for (String entry : entries) {
                out.putNextEntry(new JarEntry(entry));
                if (!entry.endsWith("/")) {
                    out.write(entry.getBytes(StandardCharsets.UTF_8));
                }
                out.closeEntry();
            }
        }
        return jar;
    }
}
