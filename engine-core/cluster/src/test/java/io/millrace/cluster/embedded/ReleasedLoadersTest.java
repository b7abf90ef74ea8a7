// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.cluster.Await;
import io.millrace.runtime.resources.TopologyClassLoader;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A service that loads topologies by separate class loaders gets the memory back, although the engine runs on. */
@Timeout(60)
class ReleasedLoadersTest {

    private static final Duration MOST = Duration.ofSeconds(30);

    @TempDir
    private Path directory;

    private final Millrace engine = Millrace.local().start();
    private ClassLoader before;

    @BeforeEach
    void remember() {
        before = Thread.currentThread().getContextClassLoader();
    }

    /** The service may keep the handle of a topology that has ended. */
    private RunningTopology killed;

    @AfterEach
    void close() {
        Thread.currentThread().setContextClassLoader(before);
        engine.close();
    }

    private interface Use {
        void of(RunningTopology topology) throws Exception;
    }

    @Test
    void ofACompletedTopologyThatWasKilled() throws Exception {
        Path jar = Jars.of(directory.resolve("t.jar"), TestTopologies.class, "");
        assertReleased(
                jar,
                "counting",
                topology -> assertThat(topology.awaitCompletion(MOST)).isTrue());
    }

    @Test
    void ofAFailedTopologyThatWasKilled() throws Exception {
        Path jar = Jars.of(directory.resolve("t.jar"), TestTopologies.class, "");
        assertReleased(
                jar,
                "broken",
                topology ->
                        assertThatThrownBy(() -> topology.awaitCompletion(MOST)).isInstanceOf(TopologyException.class));
    }

    private void assertReleased(Path jar, String factory, Use use) throws Exception {
        WeakReference<ClassLoader> loader = run(jar, factory, use);

        Await.until("a collected loader", MOST, () -> {
            System.gc();
            return loader.get() == null;
        });

        assertThat(killed.status()).isEqualTo(RunningTopology.Status.KILLED);
        assertThat(killed.metrics()).isNotNull();
        killed.kill();
    }

    /** Runs a topology in a separate method, whose frame holds no object afterwards. */
    private WeakReference<ClassLoader> run(Path jar, String factory, Use use) throws Exception {
        try (TopologyClassLoader loader = TopologyClassLoader.of(List.of(jar))) {
            Class<?> topologies = loader.loadClass(TestTopologies.class.getName());
            assertThat(topologies).isNotEqualTo(TestTopologies.class);
            Topology topology = (Topology)
                    (factory.equals("broken")
                            ? topologies.getMethod("broken").invoke(null)
                            : topologies
                                    .getMethod("counting", long.class, int.class)
                                    .invoke(null, 100L, 0));
            Thread.currentThread().setContextClassLoader(loader);
            killed = engine.submit("t", topology, Config.empty());
            use.of(killed);
            killed.kill();
            return new WeakReference<>(loader);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
