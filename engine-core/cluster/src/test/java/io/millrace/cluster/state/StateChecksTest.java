// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Records;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.cluster.registry.MemoryZooKeeper;
import io.millrace.cluster.registry.Registry;
import io.millrace.cluster.registry.RegistryPaths;
import io.millrace.runtime.json.Json;
import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each node has a directory of its own under the name of the state directory, or shares one with others. */
@Timeout(30)
class StateChecksTest {

    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path directory;

    private final MemoryZooKeeper zooKeeper = new MemoryZooKeeper(10_000);
    private final Map<String, Path> places = new TreeMap<>();
    private final Set<String> down = new TreeSet<>();
    private Registry registry;
    private Path shared;
    private Path named;

    @BeforeEach
    void aClusterWithASharedDirectory() throws IOException {
        registry = new Registry(zooKeeper.connect("controller"), new RegistryPaths("/m"));
        registry.cluster("c");
        shared = Files.createDirectory(directory.resolve("shared"));
        // This is the directory that the controller finds under the name
        named = directory.resolve("named");
        places.put("n1", shared);
        places.put("n2", shared);
        places.put("n3", shared);
    }

    private StateAnswer answer(SupervisorRecord supervisor, String path, int limitMillis) throws IOException {
        if (down.contains(supervisor.node())) {
            throw new ConnectException("refused");
        }
        String[] parts = path.split("/");
        StateCheck told = Json.read(registry.stateCheck(parts[4]).orElseThrow(), StateCheck.class);
        StateCheck check = new StateCheck(
                places.get(supervisor.node()).toString(), told.settings(), told.object(), told.content());
        StatePlace place = new StatePlace(LONG);
        return switch (parts[5]) {
            case "write" -> place.write(check);
            case "see" -> place.see(check);
            default -> place.remove(check);
        };
    }

    private List<String> check() {
        return check(this::answer, LONG);
    }

    private List<String> check(StateChecks.Asks asks, Duration limit) {
        try {
            return new StateChecks(registry, asks, limit)
                    .check(
                            Config.empty().with(TopologyKeys.STATE_DIR, named.toString()),
                            places.keySet().stream()
                                    .map(node -> Records.supervisor(node, "h", 1, 1, 2, 4, node))
                                    .toList());
        } finally {
            assertThat(zooKeeper.below("/m/checks")).as("checks that are left").isEmpty();
        }
    }

    private static List<Path> files(Path of) throws IOException {
        try (Stream<Path> files = Files.list(of)) {
            return files.toList();
        }
    }

    @Test
    void oneDirectoryThatAllShareIsAcceptedAndLeftEmpty() throws IOException {
        Files.createSymbolicLink(named, shared);
        assertThat(check()).isEmpty();
        assertThat(files(shared)).isEmpty();
    }

    @Test
    void theControllerNeedsNoAccess() throws IOException {
        assertThat(check()).isEmpty();
        assertThat(files(shared)).isEmpty();
        assertThat(named).as("not made by the controller").doesNotExist();
        Files.createDirectory(named);
        assertThat(check()).as("the controller has another one under this name").isEmpty();
        assertThat(files(named)).isEmpty();
        assertThat(files(shared)).isEmpty();
    }

    @Test
    void aPlaceWhoseConnectorComesWithTheTopologyIsNotCheckedAndThatIsSaid() {
        StateChecks checks = new StateChecks(
                registry,
                (supervisor, path, limitMillis) -> {
                    throw new AssertionError("nobody is asked");
                },
                LONG);
        List<String> notes = checks.check(
                Config.empty().with(TopologyKeys.STATE_DIR, "s3://bucket/state"),
                List.of(Records.supervisor("n1", "h", 1, 1, 2, 4, "n1")));
        assertThat(notes).singleElement().asString().contains("s3://bucket/state was not checked: the connector");
        for (String location : List.of("s3://me:hidden@host/a?secretKey=hidden", "/mnt/a?password=hidden")) {
            assertThat(checks.check(Config.empty().with(TopologyKeys.STATE_DIR, location), List.of()))
                    .singleElement()
                    .asString()
                    .contains("(set)")
                    .doesNotContain("hidden");
        }
    }

    @Test
    void noErrorHasTheSecretsOfALocation() throws IOException {
        Path secret = directory.resolve("a?password=hidden");
        places.clear();
        places.put("n1", Files.writeString(secret, "no directory"));
        named = secret;
        assertThatThrownBy(this::check).hasMessageContaining("(set)").hasMessageNotContaining("hidden");
        assertThatThrownBy(() -> new StateChecks(registry, this::answer, LONG)
                        .check(Config.empty().with(TopologyKeys.STATE_DIR, "a?password=hidden"), List.of()))
                .hasMessageContaining("(set)")
                .hasMessageNotContaining("hidden");
        assertThat(new StatePlace(LONG)
                        .see(new StateCheck(secret.toString(), Map.of(), "x", "y"))
                        .problem())
                .contains("(set)")
                .doesNotContain("hidden");
    }

    @Test
    void aNodeWithAnotherDirectoryIsNamed() throws IOException {
        Files.createSymbolicLink(named, shared);
        places.put("n2", Files.createDirectory(directory.resolve("other")));
        assertThatThrownBy(this::check)
                .isInstanceOf(ClusterException.class)
                .hasMessage("topology.state.dir: what the controller writes to " + named
                        + " is not seen on n2 (it is another place there): mount one shared directory under this name"
                        + " on every node");
        assertThat(files(shared)).isEmpty();
        Files.delete(named);
        assertThatThrownBy(this::check)
                .hasMessageContaining("what node n1 writes to " + named + " is not seen on n2 (");
        assertThat(files(shared)).isEmpty();
    }

    @Test
    void aNodeWithoutTheDirectoryIsNamedAndGetsNone() throws IOException {
        Files.createSymbolicLink(named, shared);
        Path missing = directory.resolve("missing");
        places.put("n3", missing);
        assertThatThrownBy(this::check)
                .hasMessageContaining(
                        "is not seen on n3 (cannot find snapshots in " + missing + ": no such file or directory");
        assertThat(missing).doesNotExist();
    }

    @Test
    void aPlaceThatNobodyCanWriteToIsRefusedWithTheReasons() throws IOException {
        Path file = Files.createFile(directory.resolve("file"));
        places.replaceAll((node, place) -> file);
        assertThatThrownBy(this::check)
                .hasMessageStartingWith(
                        "topology.state.dir: " + named + " cannot be used: n1 (cannot keep snapshots in " + file + ": ")
                .hasMessageContaining("n2 (")
                .hasMessageEndingWith(": every node of the topology must be able to write there");
    }

    @Test
    void aMissingDirectoryIsMadeByANodeThatWouldMakeItForItsWorkers() throws IOException {
        Path later = directory.resolve("later");
        places.replaceAll((node, place) -> later);
        assertThat(check()).isEmpty();
        assertThat(files(later)).isEmpty();
    }

    @Test
    void aSupervisorThatIsDownIsNamedAndHoldsUpNothing() throws IOException {
        Files.createSymbolicLink(named, shared);
        down.add("n2");
        assertThat(check())
                .singleElement()
                .asString()
                .startsWith("topology.state.dir " + named + " was not checked on n2:");
        Files.delete(named);
        down.addAll(List.of("n1", "n3"));
        assertThat(check()).singleElement().asString().contains("was not checked on n1, n2, n3:");
        places.clear();
        assertThat(check()).singleElement().asString().endsWith("was not checked: no supervisor is up");
    }

    @Test
    void aPlaceThatHangsOnANodeIsNotedAndRefusesNothing() throws IOException {
        StateChecks.Asks late =
                (supervisor, path, limitMillis) -> supervisor.node().equals("n1")
                        ? StateAnswer.late("it does not answer")
                        : answer(supervisor, path, limitMillis);
        assertThat(check(late, LONG)).singleElement().asString().contains("was not checked on n1:");
        assertThat(files(shared)).isEmpty();
    }

    @Test
    void aSupervisorThatHangsIsNotWaitedForForEver() throws IOException {
        Files.createSymbolicLink(named, shared);
        CountDownLatch never = new CountDownLatch(1);
        StateChecks.Asks hangs = (supervisor, path, limitMillis) -> {
            if (supervisor.node().equals("n2")) {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return answer(supervisor, path, limitMillis);
        };
        assertThat(check(hangs, Duration.ofSeconds(1)))
                .singleElement()
                .asString()
                .contains("was not checked on n2: no answer within 1000 ms");
    }
}
