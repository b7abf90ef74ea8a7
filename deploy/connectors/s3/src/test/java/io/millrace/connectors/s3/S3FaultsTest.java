// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.connectors.s3.FaultyLine.Fault;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server, and a line to it, that fail. */
class S3FaultsTest {

    private static final int ATTEMPTS = 4;
    private static final byte[] PART = new byte[S3SnapshotStore.PART_BYTES];

    private static S3Server server;

    private final String prefix = UUID.randomUUID().toString();
    private FaultyLine line;
    private SnapshotStore store;
    private String where;

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
        line = new FaultyLine(server.port());
        store = open("");
        where = " in s3://state/" + prefix + "/ at http://127.0.0.1:" + line.port() + ": ";
        line.requests();
    }

    private SnapshotStore open(String parameters) throws IOException {
        return new S3SnapshotStoreProvider().open(S3Server.location(line.port(), prefix, parameters), Map.of());
    }

    @AfterEach
    void close() throws IOException {
        store.close();
        line.close();
    }

    private void write(String name, String text) throws IOException {
        try (SnapshotStore.Draft draft = store.write(name)) {
            draft.out().write(text.getBytes(StandardCharsets.UTF_8));
            draft.publish();
        }
    }

    private String read(String name, int length) throws IOException {
        return StandardCharsets.UTF_8.decode(store.read(name, 0, length)).toString();
    }

    @Test
    void whatFailsForAMomentIsRepeated() throws IOException {
        line.next(Fault.UNAVAILABLE, Fault.GONE);
        write("a", "text");
        assertThat(line.requests()).isEqualTo(3);

        line.next(Fault.GONE, Fault.ANSWER_CUT);
        assertThat(read("a", 4)).isEqualTo("text");
        assertThat(line.requests()).isEqualTo(3);
    }

    @Test
    void whatFailsForLongIsSaidInOneLine() throws IOException {
        write("a", "text");
        line.always(Fault.UNAVAILABLE);
        line.requests();
        assertThatThrownBy(() -> store.list("t/"))
                .isInstanceOf(IOException.class)
                .hasMessage("cannot list 't/'" + where + "status 503: look at the state of the object store");
        assertThat(line.requests()).isEqualTo(ATTEMPTS);
        line.always(Fault.ANSWER_CUT);
        assertThatThrownBy(() -> store.read("a", 0, 4))
                .isInstanceOf(IOException.class)
                // Newer releases of Java do not give the last bytes
                .hasMessageMatching(Pattern.quote("cannot read a" + where) + "the connection was closed after [02] of 4"
                        + " bytes: check that the endpoint is reachable from this node");
        line.always(Fault.NONE);
        assertThat(read("a", 4)).isEqualTo("text");
    }

    @Test
    void aServerThatIsGoneInTheMiddleOfAWriteLeavesNoObjectAndItsDraftIsRemoved() throws IOException {
        SnapshotStore.Draft draft = store.write("t/1/a");
        draft.out().write(PART);
        draft.out().write(1);
        line.always(Fault.GONE);
        assertThatThrownBy(() -> draft.out().write(PART)).hasMessageStartingWith("cannot write t/1/a" + where);
        assertThatThrownBy(draft::publish)
                .hasMessageContaining("the draft of t/1/a")
                .hasMessageContaining("has ended");
        assertThatThrownBy(draft::close).hasMessageStartingWith("cannot drop the draft of t/1/a" + where);

        line.always(Fault.NONE);
        assertThat(store.list("")).isEmpty();
        line.requests();
        store.removeDrafts("t/", name -> name.equals("t/1/a"));
        assertThat(line.requests()).as("one lists, one removes").isEqualTo(2);
        store.removeDrafts("t/", name -> {
            throw new AssertionError("there is a draft of " + name);
        });
    }

    @Test
    void anObjectWhoseWriterGotNoAnswerIsPublished() throws IOException {
        try (SnapshotStore.Draft draft = store.write("a")) {
            draft.out().write(PART);
            draft.out().write(1);
            line.next(Fault.NONE, Fault.ANSWER_LOST);
            draft.publish();
        }
        assertThat(store.length("a")).isEqualTo(PART.length + 1);
    }

    @Test
    void anObjectOfAnotherWriterIsNotTakenForOnesOwn() throws IOException {
        write("a", "other");
        try (SnapshotStore.Draft draft = store.write("a")) {
            draft.out().write(PART);
            draft.out().write(1);
            store.removeDrafts("", name -> true);
            assertThatThrownBy(draft::publish).hasMessageStartingWith("cannot publish a" + where + "status 4");
        }
        assertThat(read("a", 5)).isEqualTo("other");
    }

    @Test
    void bytesThatAreDamagedOnTheirWayAreRefused() throws IOException {
        line.next(Fault.REQUEST_DAMAGED);
        assertThatThrownBy(() -> write("a", "text")).hasMessageStartingWith("cannot publish a" + where + "status 4");
        assertThat(store.length("a")).isEqualTo(-1);
    }

    @Test
    void aServerThatDoesNotAnswerIsWaitedForUntilTheTimeout() throws IOException {
        try (SnapshotStore impatient = open("&timeout=1")) {
            line.always(Fault.SILENT);
            assertThatThrownBy(() -> impatient.length("a"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("cannot find a" + where
                            + "no answer within 1 s: check that the endpoint is reachable from this node");
        }
        line.always(Fault.NONE);
    }

    @Test
    void aPlaceThatCannotBeUsedIsRefusedAtTheStart() throws IOException {
        int free;
        try (ServerSocket socket = new ServerSocket(0)) {
            free = socket.getLocalPort();
        }
        assertThatThrownBy(() -> new S3SnapshotStoreProvider().open(S3Server.location(free, "t", ""), Map.of()))
                .hasMessage("cannot keep snapshots in s3://state/t/ at http://127.0.0.1:" + free
                        + ": Connection refused: check that the endpoint is reachable from this node");
        URI missing = URI.create("s3://missing/t?endpoint=http://127.0.0.1:" + line.port());
        assertThatThrownBy(() -> new S3SnapshotStoreProvider().open(missing, Map.of()))
                .hasMessageStartingWith("cannot keep snapshots in s3://missing/t/ at http://127.0.0.1:" + line.port()
                        + ": status 404 NoSuchBucket")
                .hasMessageEndingWith(": create the bucket 'missing', or name another one");
    }

    @Test
    void credentialsThatAreRefusedAreNotShown() {
        System.setProperty("aws.accessKeyId", "millrace");
        System.setProperty("aws.secretAccessKey", "not-the-secret");
        try {
            assertThatThrownBy(() -> open(""))
                    .hasMessageStartingWith("cannot keep snapshots" + where + "status 403 SignatureDoesNotMatch")
                    .hasMessageEndingWith(
                            ": let the credentials of the worker list, read, write and delete objects and uploads there")
                    .satisfies(error -> assertThat(String.valueOf(error.getMessage()) + error.getCause())
                            .doesNotContain("not-the-secret"));
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }
}
