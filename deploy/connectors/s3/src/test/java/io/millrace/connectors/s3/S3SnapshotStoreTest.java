package io.millrace.connectors.s3;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.snapshot.store.SnapshotStoreContract;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;

/** What every store must do, in a server with S3's protocol. */
class S3SnapshotStoreTest extends SnapshotStoreContract {

    private static S3Server server;

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
        store = new S3SnapshotStoreProvider()
                .open(S3Server.location(server.port(), UUID.randomUUID().toString(), ""), Map.of());
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
}
