package io.millrace.cluster.worker;

import io.millrace.api.Topology;
import io.millrace.api.config.Config;
import io.millrace.cluster.config.Encryption;
import io.millrace.cluster.registry.Registry;
import io.millrace.ipc.liveness.ProcessLock;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.plan.Parallelism;
import io.millrace.runtime.plan.TopologyJson;
import io.millrace.runtime.worker.NetSettings;
import io.millrace.runtime.worker.Routing;
import io.millrace.runtime.worker.Worker;
import io.millrace.runtime.worker.WorkerRuntime;
import io.millrace.runtime.worker.WorkerSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The main class of a worker process; a supervisor starts it with the worker's directory as its argument. It ends in an
 * orderly way on SIGTERM, when its topology is gone, or, in an embedded cluster, when the process that started it is gone.
 * {@link WorkerExit} says what its exit codes mean.
 */
public final class WorkerMain {

    private WorkerMain() {}

    public static void main(String[] arguments) throws InterruptedException {
        Path directory = Path.of(arguments[0]);
        LaunchSpec spec;
        try {
            // First the lock, then the permission: a supervisor that takes it back sees this process or stops it.
            ProcessLock.acquire(directory, LaunchSpec.LOCK_PREFIX);
            spec = Json.read(Files.readAllBytes(directory.resolve(LaunchSpec.FILE)), LaunchSpec.class);
        } catch (NoSuchFileException e) {
            System.err.println("this start was taken back: " + e.getMessage() + " is gone");
            System.exit(WorkerExit.NOT_WANTED.code());
            return;
        } catch (IOException e) {
            System.err.println("cannot lock " + directory + ": " + e.getMessage());
            System.exit(WorkerExit.NOT_WANTED.code());
            return;
        }
        Ending ending = new Ending(directory, Config.of(spec.clusterConfig()));
        if (spec.embedded()) {
            ending.withStandardInput();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(ending::close, "millrace-shutdown"));
        try {
            run(directory, spec, ending);
        } catch (IOException | RuntimeException | Error e) {
            ending.failed(e);
        }
        System.exit(ending.await().code());
    }

    private static void run(Path directory, LaunchSpec spec, Ending ending) throws IOException {
        Logger log = LoggerFactory.getLogger(WorkerMain.class);
        long startNanos = System.nanoTime();
        Config clusterConfig = Config.of(spec.clusterConfig());
        // ZooKeeper's client takes as long to load as the runtime to start: both at once.
        CompletableFuture<Registry> connecting = CompletableFuture.supplyAsync(
                () -> ending.add(Registry.connect(clusterConfig)),
                task -> new Thread(task, "millrace-connect").start());
        Topology topology = Parallelism.of(
                TopologyJson.read(Files.readString(Path.of(spec.topologyFile()))),
                spec.assignment().parallelismFor(spec.worker()));
        Routing routing = spec.assignment().routingFor(spec.worker());
        WorkerSpec workerSpec = new WorkerSpec(
                spec.topologyId(),
                spec.topologyName(),
                topology,
                Config.of(spec.config()),
                spec.worker(),
                spec.node(),
                spec.epoch(),
                routing,
                spec.plan().executors(),
                directory,
                new NetSettings(spec.clusterId(), spec.host(), Encryption.of(clusterConfig)),
                TopologyClassLoader.of(spec.classPath().stream().map(Path::of).toList()));
        Worker worker = ending.add(WorkerRuntime.hold(workerSpec, ending::failed));
        if (!spec.assignment().holds(spec.worker())) {
            worker.open();
        }
        Path partial = directory.resolve(LaunchSpec.ENDPOINT_FILE + ".part");
        Files.write(partial, Json.write(worker.endpoint()));
        Files.move(partial, directory.resolve(LaunchSpec.ENDPOINT_FILE), StandardCopyOption.ATOMIC_MOVE);
        long readyNanos = System.nanoTime();
        if (spec.assignment().holds(spec.worker())) {
            // While sources still run
            worker.prepare();
        }
        Registry registry = connecting.join();
        Membership membership = new Membership(spec, worker, registry, ending);
        ending.add(membership);
        membership.start();
        log.info(
                "{} of {}: JVM and lock {} ms, runtime {} ms, then registry {} ms",
                spec.worker(),
                spec.topologyId(),
                (startNanos - ending.madeNanos()) / 1_000_000 + ending.jvmMillis(),
                (readyNanos - startNanos) / 1_000_000,
                (System.nanoTime() - readyNanos) / 1_000_000);
    }
}
