// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.resources.TopologyClassLoader;
import io.millrace.runtime.snapshot.store.SnapshotStoreContract;
import io.millrace.runtime.snapshot.store.SnapshotStores;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store must do, in a server with S3's protocol. */
class S3SnapshotStoreTest extends SnapshotStoreContract {

    private static S3Server server;

    private final String prefix = UUID.randomUUID().toString();
    private SnapshotStore store;

    @BeforeAll
    static void start() {
        server = new S3Server();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void open() throws IOException {
        store = new S3SnapshotStoreProvider().open(S3Server.location(server.port(), prefix, ""), Map.of());
    }

    @AfterEach
    void close() throws IOException {
        store.close();
    }

    @Override
    protected SnapshotStore store() {
        return store;
    }

    /** More than one part, so that there is an upload. */
    @Override
    protected void writeMuch(SnapshotStore.Draft draft) throws IOException {
        draft.out().write(new byte[S3SnapshotStore.PART_BYTES + 1]);
    }

    @Override
    protected int rounds() {
        return 20;
    }

    /** A worker opens stores like this: its engine does not have the connector. */
    @Test
    void theEngineFindsItAmongTheTopologysJars() throws Exception {
        List<Path> jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .toList();
        String location = S3Server.location(server.port(), "jars", "").toString();
        try (TopologyClassLoader topology = TopologyClassLoader.of(jars);
                SnapshotStore found = SnapshotStores.open(location, Map.of(), topology)) {
            assertThat(found.getClass().getName()).isEqualTo(S3SnapshotStore.class.getName());
            assertThat(found.getClass().getClassLoader()).isSameAs(topology);
            write(found, "a", "text");
            assertThat(read(found, "a")).isEqualTo("text");
        }
    }

    /** More than a page of a listing. */
    @Test
    void allPagesOfAListAreRead() throws IOException {
        int objects = 1_001;
        for (int i = 0; i < objects; i++) {
            server.put(prefix + "/t/" + i);
        }
        assertThat(store.list("t/")).hasSize(objects);
    }
}
