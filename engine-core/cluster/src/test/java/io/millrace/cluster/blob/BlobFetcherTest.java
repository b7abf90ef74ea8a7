// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Fetches are steps of the test: no fetch runs until {@link #step}. */
@Timeout(60)
class BlobFetcherTest {

    private static final byte[] CONTENT = "jar".getBytes(StandardCharsets.UTF_8);
    private static final String DIGEST = Digest.of(CONTENT);
    private static final int ROUNDS = 5_000;

    @TempDir
    Path directory;

    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    private final List<BlobSource> sources = new ArrayList<>();
    private final List<String> opened = new ArrayList<>();
    private BlobStore.Disk disk = path -> {};
    private int arrivals;
    private long nowMillis;
    private BlobStore store;
    private BlobFetcher fetcher;

    @BeforeEach
    void start() {
        nowMillis = System.currentTimeMillis();
        store = new BlobStore(directory.resolve("blobs"), 100, new TestClock(), path -> disk.force(path));
        fetcher = new BlobFetcher(store, () -> sources, waiting::add, () -> arrivals++);
    }

    @Test
    void aFileIsFetchedOnceWhoeverAsksMeanwhile() {
        source("a", DIGEST, CONTENT);

        assertThat(fetcher.get(DIGEST)).isEmpty();
        assertThat(fetcher.get(DIGEST)).isEmpty();
        assertThat(waiting).hasSize(1);
        step();

        assertThat(fetcher.get(DIGEST))
                .hasValueSatisfying(file -> assertThat(file).hasBinaryContent(CONTENT));
        assertThat(arrivals).isEqualTo(1);
        assertThat(opened).containsExactly("a");
    }

    /** Each of both threads may find neither a file nor a fetch; only one of their fetches runs. */
    @Test
    void twoThreadsThatAskFirstAtOnceGetAnAnswer() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(2);
        CyclicBarrier together = new CyclicBarrier(2);
        try {
            for (int round = 0; round < ROUNDS; round++) {
                String digest = Digest.of(new byte[] {(byte) round, (byte) (round >> 8)});
                List<Future<Optional<Path>>> answers = new ArrayList<>();
                for (int thread = 0; thread < 2; thread++) {
                    answers.add(threads.submit(() -> {
                        together.await();
                        return fetcher.get(digest);
                    }));
                }
                for (Future<Optional<Path>> answer : answers) {
                    assertThat(answer.get()).isEmpty();
                }
                assertThat(waiting).hasSize(1);
                step();
                assertThatThrownBy(() -> fetcher.get(digest))
                        .as("round %d", round)
                        .isInstanceOf(ClusterException.class);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aFailureNamesWhomItAskedAndTheNextCallTriesAgain() {
        source("a", Digest.of(new byte[1]), CONTENT);
        sources.add(failing("b", new IOException("connection refused")));
        sources.add(failing("c", new ClusterException(Reason.FAILED, "c answers 500")));
        source("d", DIGEST, new byte[2]);

        fetcher.get(DIGEST);
        step();

        assertThatThrownBy(() -> fetcher.get(DIGEST))
                .isInstanceOfSatisfying(
                        ClusterException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FAILED))
                .hasMessageStartingWith("no node has the file with SHA-256 " + DIGEST
                        + ": submit the topology again (asked a, b: connection refused, c: c answers 500, d: digest")
                .hasMessageNotContaining("\n");
        assertThat(arrivals).isEqualTo(1);

        source("e", DIGEST, CONTENT);
        assertThat(fetcher.get(DIGEST)).isEmpty();
        step();
        assertThat(fetcher.get(DIGEST)).isPresent();
    }

    @Test
    void withoutAnotherNodeItSaysSo() {
        fetcher.get(DIGEST);
        step();

        assertThatThrownBy(() -> fetcher.get(DIGEST)).hasMessageEndingWith("(no other node is up)");
    }

    @Test
    void aBrokenTransferIsFollowedByTheNextNode() {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        };
        sources.add(digest -> broken);
        source("b", DIGEST, CONTENT);

        fetcher.get(DIGEST);
        step();

        assertThat(fetcher.get(DIGEST)).isPresent();
    }

    /** Other nodes would send the file in vain. */
    @Test
    void aFullDiskEndsTheFetchAndIsItsReason() {
        source("a", DIGEST, CONTENT);
        source("b", DIGEST, CONTENT);
        disk = path -> {
            throw new IOException("No space left on device");
        };

        fetcher.get(DIGEST);
        step();

        assertThatThrownBy(() -> fetcher.get(DIGEST))
                .hasMessage("cannot store files in " + directory.resolve("blobs") + ": No space left on device");
        assertThat(opened).containsExactly("a");
    }

    @Test
    void anUnexpectedErrorEndsTheFetchToo() {
        sources.add(digest -> {
            throw new IllegalStateException("bug");
        });

        fetcher.get(DIGEST);
        step();

        assertThatThrownBy(() -> fetcher.get(DIGEST)).hasMessageContaining("bug");
        assertThat(arrivals).isEqualTo(1);
    }

    @Test
    void aSenderThatDripsIsGivenUp() {
        long startMillis = nowMillis;
        InputStream dripping = new InputStream() {
            @Override
            public int read() {
                nowMillis += 1_000;
                return 1;
            }

            @Override
            public int read(byte[] buffer, int offset, int length) {
                return read();
            }
        };
        sources.add(digest -> new PacedInput(dripping, () -> nowMillis));

        fetcher.get(DIGEST);
        step();

        assertThatThrownBy(() -> fetcher.get(DIGEST)).hasMessageContaining("sends less than 64 KiB per second");
        assertThat(nowMillis - startMillis).isEqualTo(11_000);
    }

    @Test
    void aFileThatIsToBeKeptIsFetchedAndThenProtected() {
        source("a", DIGEST, CONTENT);

        assertThat(fetcher.keep(DIGEST)).isFalse();
        assertThat(fetcher.keep(DIGEST)).isFalse();
        assertThat(waiting).hasSize(1);
        step();

        nowMillis += 3_600_000;
        assertThat(fetcher.keep(DIGEST)).isTrue();
        store.retain(Set.of(), Duration.ofMinutes(10));
        assertThat(fetcher.get(DIGEST)).isPresent();
    }

    @Test
    void aFileThatCannotBeKeptIsRefusedWithTheReason() {
        assertThat(fetcher.keep(DIGEST)).isFalse();
        step();

        assertThatThrownBy(() -> fetcher.keep(DIGEST)).hasMessageContaining("no other node is up");
    }

    /** Any client may ask a node to keep any digest. */
    @Test
    void strangersCannotFillTheQueueNorForeverTakeItsPlaces() {
        for (int i = 0; i < 100; i++) {
            assertThat(fetcher.keep(Digest.of(new byte[] {(byte) i}))).isFalse();
        }
        assertThat(waiting).hasSizeLessThan(20);
        while (!waiting.isEmpty()) {
            step();
        }

        source("a", DIGEST, CONTENT);
        assertThat(fetcher.keep(DIGEST)).isFalse();
        step();
        assertThat(fetcher.keep(DIGEST)).isTrue();
    }

    @Test
    void whatIsEnsuredIsFetchedUnlessItIsHere() {
        assertThat(fetcher.ensure(DIGEST)).isEmpty();
        step();
        source("a", DIGEST, CONTENT);

        assertThat(fetcher.ensure(DIGEST))
                .hasValueSatisfying(failure -> assertThat(failure).hasMessageContaining("no other node is up"));
        step();
        assertThat(fetcher.ensure(DIGEST)).isEmpty();
        step();

        assertThat(fetcher.get(DIGEST)).isPresent();
        assertThat(opened).containsExactly("a");
    }

    private void source(String name, String digest, byte[] content) {
        sources.add(new BlobSource() {
            @Override
            public InputStream open(String wanted) {
                opened.add(name);
                if (!wanted.equals(digest)) {
                    throw new ClusterException(Reason.NOT_FOUND, "no such file here");
                }
                return new ByteArrayInputStream(content);
            }

            @Override
            public String toString() {
                return name;
            }
        });
    }

    private static BlobSource failing(String name, Exception failure) {
        return new BlobSource() {
            @Override
            public InputStream open(String wanted) throws IOException {
                if (failure instanceof ClusterException refused) {
                    throw refused;
                }
                throw (IOException) failure;
            }

            @Override
            public String toString() {
                return name;
            }
        };
    }

    private final class TestClock extends Clock {
        @Override
        public Instant instant() {
            return Instant.ofEpochMilli(nowMillis);
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }

    /** Runs the fetch that waits. */
    private void step() {
        waiting.remove().run();
    }
}
