// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.worker;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.config.ZooKeeperAuth;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.cluster.launch.WorkerExit;
import io.millrace.cluster.registry.Registry;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.runtime.resources.TopologyClassLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class of a worker process. A supervisor starts it with the worker's directory as argument. It shuts down in
 * order on SIGTERM, when its topology is gone, and in an embedded cluster when the process that started it is gone.
 * {@link WorkerExit} lists its exit codes.
 */
public final class WorkerMain {

    private WorkerMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path directory = Path.of(arguments[0]);
        LaunchSpec spec;
        try {
            // The lock comes first, then the launch file: a supervisor that revokes the file either sees this process
            // or prevents its start.
            ProcessLock.acquire(directory, LaunchSpec.LOCK_PREFIX);
            spec = Json.read(Files.readAllBytes(directory.resolve(LaunchSpec.FILE)), LaunchSpec.class);
        } catch (NoSuchFileException e) {
            System.err.println("this start was cancelled: " + e.getMessage() + " is gone");
            System.exit(WorkerExit.NOT_WANTED.code());
            return;
        } catch (IOException e) {
            System.err.println("cannot lock " + directory + ": " + e.getMessage());
            System.exit(WorkerExit.NOT_WANTED.code());
            return;
        }
        WorkerShutdown shutdown = new WorkerShutdown(directory, clusterConfig(spec));
        if (spec.embedded()) {
            shutdown.atEndOfInput();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(shutdown::close, "millrace-shutdown"));
        try {
            run(directory, spec, shutdown);
        } catch (IOException | RuntimeException | Error e) {
            shutdown.failed(e);
        }
        System.exit(shutdown.await().code());
    }

    private static void run(Path directory, LaunchSpec spec, WorkerShutdown shutdown) throws IOException {
        Logger log = LoggerFactory.getLogger(WorkerMain.class);
        long startNanos = System.nanoTime();
        Config clusterConfig = clusterConfig(spec);
        // ZooKeeper's client takes as long to load as the runtime takes to start, so both run in parallel.
        CompletableFuture<Registry> connecting = CompletableFuture.supplyAsync(
                () -> Registry.connect(clusterConfig), task -> new Thread(task, "millrace-connect").start());
        Topology topology =
                TopologyJson.read(Files.readString(Path.of(spec.program().topologyFile())));
        TopologyClassLoader loader = shutdown.add(TopologyClassLoader.of(
                spec.program().classPath().stream().map(Path::of).toList()));
        WorkerRuns runs = shutdown.add(new WorkerRuns(directory, topology, loader, connecting, shutdown));
        long readyNanos = runs.begin(spec);
        log.info(
                "{} of {}: JVM and lock {} ms, runtime {} ms, then registry {} ms",
                spec.worker(),
                spec.topologyId(),
                (startNanos - shutdown.createdNanos()) / 1_000_000 + shutdown.jvmMillis(),
                (readyNanos - startNanos) / 1_000_000,
                (System.nanoTime() - readyNanos) / 1_000_000);
    }

    private static Config clusterConfig(LaunchSpec spec) {
        return ZooKeeperAuth.inWorker(spec.cluster().clusterConfig(), System.getenv());
    }
}
