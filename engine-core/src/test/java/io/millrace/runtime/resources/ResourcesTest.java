package io.millrace.runtime.resources;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResourcesTest {

    @TempDir
    private Path directory;

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
        try (Resources resources = Resources.stored(loader(jar), store)) {
            assertThat(resources.get()).isEqualTo(store.resolve("digest"));
            first = fileKey(store.resolve("digest/a.txt"));
        }

        try (Resources resources = Resources.stored(loader(jar), store)) {
            assertThat(fileKey(resources.get().resolve("a.txt"))).isEqualTo(first);
        }
        assertThat(content(store)).containsExactly("digest.lock", "digest/a.txt");
    }

    /** It must never be taken for the whole. */
    @Test
    void whatAProcessThatDiedHasLeftIsReplaced() throws IOException {
        Path jar = jar("digest", "resources/a.txt", "resources/b.txt");
        Path store = directory.resolve("store");
        Files.createDirectories(store.resolve("digest.part/old"));
        Files.writeString(store.resolve("digest.part/a.txt"), "ha");
        Files.createFile(store.resolve("digest.lock"));

        try (Resources resources = Resources.stored(loader(jar), store)) {
            assertThat(content(resources.get())).containsExactly("a.txt", "b.txt");
            assertThat(resources.get().resolve("a.txt")).hasContent("resources/a.txt");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"resources/../../evil.txt", "resources//evil.txt", "resources/a/../../../evil.txt"})
    void anEntryThatLeadsOutIsRefusedAndLeavesNothing(String evil) throws IOException {
        Path jar = jar("digest", "resources/a.txt", evil);
        Path store = Files.createDirectory(directory.resolve("store"));

        try (Resources resources = Resources.stored(loader(jar), store)) {
            assertThatThrownBy(resources::get)
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("entry '" + evil + "' leads out of resources/");
        }

        assertThat(content(store)).containsExactly("digest.lock");
        assertThat(directory.resolve("evil.txt")).doesNotExist();
        assertThat(Path.of("/evil.txt")).doesNotExist();
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

    /** The content of each file is its name. */
    private Path jar(String name, String... entries) throws IOException {
        Path jar = directory.resolve(name);
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
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
