// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Engines and topologies that start and end again and again in one process. */
@Timeout(60)
class ManyEnginesTest {

    private static final Duration MOST = Duration.ofSeconds(30);
    private static final int REPETITIONS = Boolean.getBoolean("millrace.long") ? 200 : 25;

    @Test
    void enginesLeaveNothing() throws Exception {
        ProcessResources.assertNothingLeftBy(REPETITIONS, () -> {
            try (Millrace engine = Millrace.local().shutdownHook(true).start()) {
                run(engine, "t").kill();
            }
        });
    }

    @Test
    void topologiesLeaveNothingInTheirEngine() throws Exception {
        AtomicInteger number = new AtomicInteger();
        try (Millrace engine = Millrace.local().start()) {
            ProcessResources.assertNothingLeftBy(
                    REPETITIONS,
                    () -> run(engine, "t" + number.incrementAndGet()).kill());

            assertThat(engine.topologies()).isEmpty();
        }
    }

    /** A service keeps only a small part of an ended topology. */
    @Test
    void anEndedTopologyHoldsNoWorker() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            RunningTopology kept = run(engine, "kept");
            String worker = "io.millrace.runtime.worker.WorkerRuntime";
            assertThat(ProcessResources.now().objectsOf(worker)).isEqualTo(1);

            kept.kill();

            // A thread that ends may still hold it on its stack
            Await.until("no worker is held", () -> ProcessResources.now().objectsOf(worker) == 0);
            assertThat(kept.metrics().counter("count", "distinct")).isEqualTo(100);
        }
    }

    /** A service that loads topologies as plug-ins can unload them while its engine runs. */
    @Test
    void aKilledTopologyReleasesItsClassLoader() throws Exception {
        try (Millrace engine = Millrace.local().start()) {
            WeakReference<ClassLoader> loader = runInLoaderOfItsOwn(engine);

            Await.until("the class loader is unloaded", () -> {
                System.gc();
                return loader.get() == null;
            });
        }
    }

    private static WeakReference<ClassLoader> runInLoaderOfItsOwn(Millrace engine) throws Exception {
        URL tests = TestTopologies.class.getProtectionDomain().getCodeSource().getLocation();
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader loader = new OwnTopologies(tests, before)) {
            thread.setContextClassLoader(loader);
            Topology topology = (Topology) loader.loadClass(TestTopologies.class.getName())
                    .getMethod("counting", long.class, int.class)
                    .invoke(null, 100, 0);
            RunningTopology run = engine.submit("own", topology, Config.empty());
            assertThat(run.awaitCompletion(MOST)).isTrue();
            assertThat(run.metrics().counter("count", "distinct")).isEqualTo(100);
            run.kill();
            return new WeakReference<>(loader);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** Loads the topologies itself, and all other classes from its parent. */
    private static final class OwnTopologies extends URLClassLoader {

        OwnTopologies(URL tests, ClassLoader parent) {
            super(new URL[] {tests}, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith(TestTopologies.class.getName())) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    private static RunningTopology run(Millrace engine, String name) throws InterruptedException {
        RunningTopology topology = engine.submit(name, TestTopologies.counting(100, 0), Config.empty());
        assertThat(topology.awaitCompletion(MOST)).isTrue();
        return topology;
    }
}
