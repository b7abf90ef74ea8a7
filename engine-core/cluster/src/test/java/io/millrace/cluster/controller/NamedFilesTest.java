// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.RunningTopology.Status;
import io.millrace.cluster.Records;
import io.millrace.cluster.blob.BlobFetcher;
import io.millrace.cluster.blob.BlobSource;
import io.millrace.cluster.blob.BlobStore;
import io.millrace.cluster.blob.Topologies;
import io.millrace.cluster.model.ControllerRecord;
import io.millrace.cluster.model.Digest;
import io.millrace.cluster.model.SubmittedJar;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.model.TopologyRecord;
import io.millrace.cluster.registry.ClusterView;
import io.millrace.cluster.registry.TopologyView;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedFilesTest {

    private static final byte[] TOPOLOGY = "{}".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JAR = "jar".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OTHER = "other".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    Path directory;

    private final TreeMap<String, ControllerRecord> controllers = new TreeMap<>();
    private final TreeMap<String, SupervisorRecord> supervisors = new TreeMap<>();
    private final TreeMap<String, TopologyView> topologies = new TreeMap<>();
    private final List<BlobSource> sources = new ArrayList<>();
    private int fetches;
    private long nowMillis;
    private BlobStore store;
    private NamedFiles files;

    /** The digests that the registry itself names; empty if it does not answer. */
    private Optional<Set<String>> confirmed = Optional.of(new HashSet<>());

    @BeforeEach
    void start() {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofHours(1));
        store = new BlobStore(directory.resolve("blobs"), 100, clock);
        BlobFetcher fetcher = new BlobFetcher(
                store,
                () -> {
                    fetches++;
                    return sources;
                },
                Runnable::run,
                () -> {});
        files = new NamedFiles(store, fetcher, new Topologies(fetcher), () -> confirmed, () -> nowMillis);
    }

    @Test
    void allFilesThatAreNamedAreFetchedAndOnlyThoseStay() throws IOException {
        sources.add(digest -> new ByteArrayInputStream(digest.equals(Digest.of(JAR)) ? JAR : TOPOLOGY));
        store.put(Digest.of(OTHER), new ByteArrayInputStream(OTHER));
        topology("t", Digest.of(JAR));
        topology("embedded", null);

        files.pass(view());

        assertThat(store.get(Digest.of(JAR))).isPresent();
        assertThat(store.get(Digest.of(TOPOLOGY))).isPresent();
        assertThat(store.get(Digest.of(OTHER))).isEmpty();
        nowMillis += 30_000;
        files.pass(view());
        assertThat(store.get(Digest.of(JAR))).isPresent();
    }

    @Test
    void aFileThatIsAbsentFromTheCopyAloneStays() throws IOException {
        store.put(Digest.of(OTHER), new ByteArrayInputStream(OTHER));
        confirmed = Optional.of(new HashSet<>(Set.of(Digest.of(OTHER))));
        files.pass(view());
        assertThat(store.get(Digest.of(OTHER))).isPresent();

        confirmed = Optional.empty();
        nowMillis += 30_000;
        files.pass(view());
        assertThat(store.get(Digest.of(OTHER))).isPresent();
    }

    @Test
    void aNewTopologyIsFetchedAtOnce() {
        sources.add(digest -> new ByteArrayInputStream(digest.equals(Digest.of(JAR)) ? JAR : TOPOLOGY));
        files.pass(view());

        topology("t", Digest.of(JAR));
        files.pass(view());

        assertThat(store.get(Digest.of(JAR))).isPresent();
    }

    @Test
    void aFileThatNobodyHasIsLookedForWhenANodeComes() {
        topology("t", null);
        ClusterView alone = view();
        files.pass(alone);
        files.pass(alone);
        files.pass(view());
        assertThat(fetches).isEqualTo(1);

        sources.add(digest -> new ByteArrayInputStream(TOPOLOGY));
        supervisors.put("n1", Records.supervisor("n1", "127.0.0.1", 1, 1, 2, 4, "n1"));
        files.pass(view());

        assertThat(fetches).isEqualTo(2);
        assertThat(store.get(Digest.of(TOPOLOGY))).isPresent();
    }

    @Test
    void aFileThatNobodyHasIsLookedForWhenAControllerComesAndNowAndThen() {
        topology("t", null);
        files.pass(view());

        controllers.put("c2", Records.controller("127.0.0.1", 1, 1, "c2"));
        files.pass(view());
        assertThat(fetches).isEqualTo(2);

        nowMillis += 30_000;
        files.pass(view());
        assertThat(fetches).isEqualTo(3);
    }

    private void topology(String name, String jarDigest) {
        List<SubmittedJar> jars = jarDigest == null ? List.of() : List.of(new SubmittedJar("t.jar", jarDigest));
        TopologyRecord record = new TopologyRecord(
                name,
                name + "-1",
                Status.ACTIVE,
                0,
                new TopologyRecord.Program(2, Digest.of(TOPOLOGY), jars, List.of(), Map.of()),
                null,
                null);
        topologies.put(name, Records.topology(record, 0, null, Map.of(), Map.of()));
    }

    private ClusterView view() {
        return new ClusterView(
                Optional.empty(),
                new TreeMap<>(controllers),
                new TreeMap<>(supervisors),
                new TreeMap<>(topologies),
                new TreeMap<>());
    }
}
