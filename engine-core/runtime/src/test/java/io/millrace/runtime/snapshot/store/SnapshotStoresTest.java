// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.api.spi.SnapshotStoreProvider;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotStoresTest {

    private static final ClassLoader LOADER = SnapshotStoresTest.class.getClassLoader();

    @TempDir
    Path root;

    @Test
    void pathsAndFileUrisAreDirectories() throws IOException {
        Path directory = root.resolve("a b/c");
        for (String location : List.of(
                directory.toString(),
                directory.toUri().toString(),
                "FILE:" + root.toUri().getRawPath() + "a%20b/c")) {
            try (SnapshotStore store = SnapshotStores.open(location, Map.of(), LOADER)) {
                assertThat(store.location()).isEqualTo(directory.toString());
            }
        }
    }

    @Test
    void noErrorHasTheSecretsOfALocation() throws IOException {
        Path file = Files.writeString(root.resolve("a?password=hidden"), "no directory");
        for (String location : List.of(
                file.toString(),
                file.toUri().toString(),
                "none://me:hidden@host/a",
                "none:a?secretKey=hidden b",
                "//me:hidden@host/a")) {
            if (!location.startsWith("//")) {
                assertThatThrownBy(() -> SnapshotStores.open(location, Map.of(), LOADER))
                        .as(location)
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining("(set)")
                        .hasMessageNotContaining("hidden");
            }
            assertThatThrownBy(() -> SavepointPlace.existing(location, Map.of(), LOADER))
                    .as(location)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("(set)")
                    .hasMessageNotContaining("hidden");
        }
    }

    @Test
    void theProviderOfTheSchemeGetsLocationAndSettings() throws IOException {
        MemoryStore store = new MemoryStore();
        SnapshotStoreProvider provider = new SnapshotStoreProvider() {
            @Override
            public String scheme() {
                return "s3";
            }

            @Override
            public SnapshotStore open(URI location, Map<String, String> settings) {
                assertThat(location).hasToString("s3://bucket/below");
                assertThat(settings).containsEntry("key", "value");
                return store;
            }
        };
        assertThat(SnapshotStores.open("s3://bucket/below", Map.of("key", "value"), List.of(provider)))
                .isSameAs(store);
    }

    /** A provider as a connector has one. */
    public static final class Provider implements SnapshotStoreProvider {
        @Override
        public String scheme() {
            return "test";
        }

        @Override
        public SnapshotStore open(URI location, Map<String, String> settings) {
            return new MemoryStore();
        }
    }

    @Test
    void aConnectorBesideTheTopologyIsFound() throws IOException {
        Path services = Files.createDirectories(root.resolve("META-INF/services"));
        Path service = services.resolve(SnapshotStoreProvider.class.getName());
        Files.writeString(service, Provider.class.getName());
        try (URLClassLoader connectors =
                        new URLClassLoader(new URL[] {root.toUri().toURL()}, LOADER);
                SnapshotStore store = SnapshotStores.open("test:x", Map.of(), connectors)) {
            assertThat(store).isInstanceOf(MemoryStore.class);
        }
        Files.writeString(service, "author.Missing");
        try (URLClassLoader connectors =
                new URLClassLoader(new URL[] {root.toUri().toURL()}, LOADER)) {
            assertThatThrownBy(() -> SnapshotStores.open("test:x", Map.of(), connectors))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("the connector of 'test:x' cannot be loaded: ")
                    .hasMessageContaining("author.Missing not found");
        }
    }

    @Test
    void aProviderSeesAnObjectByReadingItUnlessItKnowsBetter() throws IOException {
        MemorySnapshotStore store = new MemorySnapshotStore();
        SnapshotStoreProvider provider = new SnapshotStoreProvider() {
            @Override
            public String scheme() {
                return "s3";
            }

            @Override
            public SnapshotStore open(URI location, Map<String, String> settings) {
                return store;
            }
        };
        URI uri = URI.create("s3://bucket");
        assertThat(provider.sees(uri, Map.of(), "check", new byte[] {1, 2})).isFalse();
        try (SnapshotStore.Draft draft = store.write("check")) {
            draft.out().write(new byte[] {1, 2});
            draft.publish();
        }
        assertThat(provider.sees(uri, Map.of(), "check", new byte[] {1, 2})).isTrue();
        assertThat(provider.sees(uri, Map.of(), "check", new byte[] {1, 3})).isFalse();
        assertThat(provider.sees(uri, Map.of(), "check", new byte[] {1, 2, 3})).isFalse();
    }

    @Test
    void anUnknownSchemeIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> SnapshotStores.open("s4://bucket", Map.of(), LOADER))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "no store for 's4://bucket': the schemes are file:; others need their connector in the jar of"
                                + " the topology, or by --lib");
    }

    @Test
    void whatIsNoLocationIsRefusedInOneLine() {
        assertThatThrownBy(() -> SnapshotStores.open("snapshots", Map.of(), LOADER))
                .hasMessage("'snapshots' is no location of snapshots: write an absolute path, or a URI such as"
                        + " file:///mnt/snapshots");
        assertThatThrownBy(() -> SnapshotStores.open("file:/a b", Map.of(), LOADER))
                .hasMessage(
                        "'file:/a b' is no location of snapshots: Illegal character in path at character 8: write an"
                                + " absolute path, or a URI such as file:///mnt/snapshots");
        assertThatThrownBy(() -> SnapshotStores.open("file:snapshots", Map.of(), LOADER))
                .hasMessage("'file:snapshots' is no directory: write file: and an absolute path, such as"
                        + " file:///mnt/snapshots");
        assertThatThrownBy(() -> SnapshotStores.open("", Map.of(), LOADER)).isInstanceOf(IOException.class);
    }
}
