// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.worker;

import io.millrace.api.WorkerContext;
import io.millrace.storm.graph.StormGraph;
import io.millrace.storm.graph.StreamNames;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.storm.Config;
import org.apache.storm.Constants;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.hooks.BaseWorkerHook;
import org.apache.storm.hooks.IWorkerHook;
import org.apache.storm.task.WorkerTopologyContext;
import org.apache.storm.task.WorkerUserContext;
import org.apache.storm.tuple.Fields;
import org.apache.storm.utils.Utils;

/** A worker of Storm's topology, which its tasks share. Any of their threads. */
public final class StormWorker implements AutoCloseable {

    private static final int FIRST_PORT = 6700;

    /**
     * The system property by which a supervisor names the directory of a worker process, which it removes when that
     * process has ended in any way. A worker within another process has none.
     */
    private static final String DIRECTORY = "millrace.worker.directory";

    private final WorkerContext context;
    private final StormTopology topology;
    private final StreamNames streams;
    private final Map<String, Object> settings;
    private final Map<Integer, String> taskToComponent = new TreeMap<>();
    private final Map<String, List<Integer>> componentToTasks = new HashMap<>();
    private final Map<String, Map<String, Fields>> fields = new HashMap<>();
    private final Map<String, Object> userResources = new ConcurrentHashMap<>();
    private final ExecutorService shared = Executors.newCachedThreadPool(run -> {
        Thread thread = new Thread(run, "storm-shared");
        thread.setDaemon(true);
        return thread;
    });
    private final Path scratch;
    private final List<IWorkerHook> hooks = new ArrayList<>();

    StormWorker(WorkerContext context, byte[] topology, String settings) {
        this.context = context;
        this.topology = Utils.thriftDeserialize(StormTopology.class, topology);
        this.streams = StreamNames.of(this.topology);
        this.settings = StormSettings.read(settings);
        this.settings.put(Config.TOPOLOGY_NAME, context.topologyName());
        this.settings.put(Config.STORM_ID, context.topologyId());
        StormGraph graph = new StormGraph(this.topology);
        for (String component : graph.components()) {
            List<Integer> tasks = context.tasksOf(component);
            componentToTasks.put(component, tasks);
            tasks.forEach(task -> taskToComponent.put(task, component));
            Map<String, Fields> declared = new HashMap<>();
            graph.common(component)
                    .get_streams()
                    .forEach((stream, info) -> declared.put(stream, new Fields(info.get_output_fields())));
            fields.put(component, declared);
        }
        taskToComponent.put((int) Constants.SYSTEM_TASK_ID, Constants.SYSTEM_COMPONENT_ID);
        componentToTasks.put(Constants.SYSTEM_COMPONENT_ID, List.of((int) Constants.SYSTEM_TASK_ID));
        fields.put(Constants.SYSTEM_COMPONENT_ID, Map.of(Constants.SYSTEM_TICK_STREAM_ID, new Fields("rate_secs")));
        try {
            scratch = Files.createTempDirectory(parent(), "millrace-storm-" + context.workerId() + "-");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        startHooks();
    }

    private static Path parent() {
        return Path.of(System.getProperty(DIRECTORY, System.getProperty("java.io.tmpdir")));
    }

    private void startHooks() {
        List<ByteBuffer> serialized = topology.get_worker_hooks();
        if (serialized == null || serialized.isEmpty()) {
            return;
        }
        WorkerUserContext user = new WorkerUserContext(
                topology,
                settings,
                taskToComponent,
                componentToTasks,
                fields,
                context.topologyId(),
                scratch.toString(),
                scratch.toString(),
                port(),
                context.workerTasks(),
                defaultResources(),
                userResources,
                new AtomicReference<>(Map.of()),
                context.node(),
                new AtomicReference<>(Map.of()));
        for (ByteBuffer each : serialized) {
            byte[] bytes = new byte[each.remaining()];
            each.duplicate().get(bytes);
            IWorkerHook hook = Utils.javaDeserialize(bytes, BaseWorkerHook.class);
            hook.start(settings, user);
            hooks.add(hook);
        }
    }

    public StormTopology topology() {
        return topology;
    }

    /** Returns the names of streams in Storm and in Millrace. */
    public StreamNames streams() {
        return streams;
    }

    /** Returns the settings of the topology, which must not be changed. */
    public Map<String, Object> settings() {
        return settings;
    }

    public Map<Integer, String> taskToComponent() {
        return taskToComponent;
    }

    public Map<String, List<Integer>> componentToTasks() {
        return componentToTasks;
    }

    /** Returns the fields by component and stream. */
    public Map<String, Map<String, Fields>> fields() {
        return fields;
    }

    /** Returns a directory of this worker for small files of its tasks, which is deleted at the end. */
    public Path scratch() {
        return scratch;
    }

    /** Returns a number that differs between the workers of a topology, as a port of Storm's does. */
    public int port() {
        String digits = context.workerId().replaceAll("\\D", "");
        return FIRST_PORT + (digits.isEmpty() || digits.length() > 4 ? 0 : Integer.parseInt(digits) - 1);
    }

    public Map<String, Object> defaultResources() {
        return Map.of(WorkerTopologyContext.SHARED_EXECUTOR, shared);
    }

    public Map<String, Object> userResources() {
        return userResources;
    }

    @Override
    public void close() {
        hooks.forEach(IWorkerHook::shutdown);
        shared.shutdownNow();
        try (Stream<Path> files = Files.walk(scratch)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
