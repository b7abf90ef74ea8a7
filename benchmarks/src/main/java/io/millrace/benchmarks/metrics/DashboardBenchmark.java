// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.metrics;

import io.millrace.api.Jars;
import io.millrace.api.Millrace;
import io.millrace.api.RunningTopology;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Machine;
import io.millrace.benchmarks.machine.Options;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.netlab.NetlabCluster;
import io.millrace.cli.Main;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What open pages cost the controller: the processor time of its process while a topology runs, with pages and without.
 */
public final class DashboardBenchmark implements AutoCloseable {

    private static final String USAGE = "[--pages=10] [--tasks=4] [--rate=20000] [--warm-up=seconds] [--seconds=n]";
    private static final String NAME = "pairs";
    private static final String TOKEN = "benchmark";

    /** After that time without a request the controller believes that no page is open. */
    private static final int CLOSED_SECONDS = 12;

    private final Path directory;
    private final Deque<Child> daemons = new ArrayDeque<>();
    private final int zooKeeperPort = freePort();
    private final int controllerPort = freePort();

    private DashboardBenchmark(Path directory) throws IOException {
        this.directory = directory;
    }

    /** The command's main method. */
    public static void main(String[] arguments) {
        Options.run(USAGE, arguments, DashboardBenchmark::run);
    }

    private static void run(Options options) throws IOException, InterruptedException {
        int pages = options.take("pages", 10, 1);
        int tasks = options.take("tasks", 4, 1);
        int rate = options.take("rate", 20_000, 1);
        int warmUp = options.take("warm-up", 180, 0);
        int seconds = options.take("seconds", 60, 1);
        try (Scratch scratch = new Scratch();
                DashboardBenchmark benchmark = new DashboardBenchmark(scratch.directory())) {
            ProcessHandle controller = benchmark.start();
            benchmark.submit(tasks, rate);
            String topology = "http://127.0.0.1:" + benchmark.controllerPort + "/v1/dashboard/" + NAME;
            double open;
            double answers;
            try (OpenPages shown = new OpenPages(topology, pages)) {
                TimeUnit.SECONDS.sleep(warmUp);
                long before = shown.answers();
                open = share(controller, seconds);
                answers = (double) (shown.answers() - before) / seconds;
            }
            TimeUnit.SECONDS.sleep(CLOSED_SECONDS);
            double closed = share(controller, seconds);
            System.out.printf(
                    "%d pages, %.1f answers/s: %.2f %% of a core; no page: %.2f %%%n%n",
                    pages, answers, 100 * open, 100 * closed);
            System.out.printf(
                    "the controller's process; %d and %d tasks, %d tuples/s, %d s each after %d s; %s%n",
                    tasks, tasks, rate, seconds, warmUp, Machine.describe());
        }
    }

    private static double share(ProcessHandle process, int seconds) throws InterruptedException {
        Duration before = process.info().totalCpuDuration().orElseThrow();
        long begun = System.nanoTime();
        TimeUnit.SECONDS.sleep(seconds);
        Duration spent = process.info().totalCpuDuration().orElseThrow().minus(before);
        return (double) spent.toNanos() / (System.nanoTime() - begun);
    }

    private ProcessHandle start() throws IOException {
        daemon("zookeeper");
        ProcessHandle controller = daemon("controller");
        daemon("supervisor");
        return controller;
    }

    /** Starts a daemon as the launcher does. */
    private ProcessHandle daemon(String name) throws IOException {
        List<String> words = new ArrayList<>(List.of(name));
        Config.empty()
                .with(ClusterKeys.ZOOKEEPER_CONNECT, "127.0.0.1:" + zooKeeperPort)
                .with(ClusterKeys.ZOOKEEPER_PORT, zooKeeperPort)
                .with(ClusterKeys.ZOOKEEPER_DATA_DIR, path("zookeeper"))
                .with(ClusterKeys.CONTROLLER_PORT, controllerPort)
                .with(ClusterKeys.CONTROLLER_DATA_DIR, path("controller"))
                .with(ClusterKeys.CONTROLLER_TOKEN, TOKEN)
                .with(ClusterKeys.NODE_ID, "n1")
                .with(ClusterKeys.NODE_HOST, "127.0.0.1")
                .with(ClusterKeys.SUPERVISOR_DATA_DIR, path("supervisor"))
                .with(ClusterKeys.IPC_DIR, path("ipc"))
                .asMap()
                .forEach((key, value) -> words.addAll(List.of("-c", key + "=" + value)));
        Child daemon = Child.start(Child.java(NetlabCluster.DAEMON_FLAGS, Main.class, words));
        daemons.push(daemon);
        daemon.await(name + " is up");
        return daemon.handle();
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }

    private void submit(int tasks, int rate) {
        Config token = Config.empty().with(ClusterKeys.CONTROLLER_TOKEN, TOKEN);
        try (Millrace millrace = Millrace.connect("127.0.0.1:" + zooKeeperPort, token)) {
            millrace.submit(
                    NAME,
                    MonitorBenchmark.topology(tasks, rate),
                    Config.empty().with(TopologyKeys.WORKERS, 2),
                    Jars.of(MonitorBenchmark.class));
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /** Workers end with their topology, so it is killed first. */
    @Override
    public void close() {
        Config token = Config.empty().with(ClusterKeys.CONTROLLER_TOKEN, TOKEN);
        try (Millrace millrace = Millrace.connect("127.0.0.1:" + zooKeeperPort, token)) {
            millrace.topology(NAME).ifPresent(RunningTopology::kill);
        } finally {
            while (!daemons.isEmpty()) {
                Child daemon = daemons.pop();
                daemon.stop();
                daemon.close();
            }
        }
    }
}
