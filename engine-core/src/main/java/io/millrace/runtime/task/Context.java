package io.millrace.runtime.task;

import io.millrace.api.Component;
import io.millrace.api.ComponentSpec;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.api.spi.Instances;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.plan.TaskPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What a component can ask about its task. */
public final class Context implements TaskContext {

    private final String topologyName;
    private final TaskPlan plan;
    private final int task;
    private final ComponentSpec spec;
    private final Config config;
    private final TaskCounters counters;
    private final LongSupplier clock;
    private final Instances instances;
    private final Supplier<Path> resources;

    /** The instance that {@link #prepare} made; null if there is none. */
    private Component prepared;

    /**
     * @param config of the topology
     * @param resources the directory of the topology's resources; throws if there are none
     */
    public Context(
            String topologyName,
            TaskPlan plan,
            int task,
            Config config,
            TaskCounters counters,
            LongSupplier clock,
            Instances instances,
            Supplier<Path> resources) {
        this.topologyName = topologyName;
        this.plan = plan;
        this.task = task;
        this.spec = plan.specOf(task);
        this.config = config.with(Config.of(spec.settings()));
        this.counters = counters;
        this.clock = clock;
        this.instances = instances;
        this.resources = resources;
    }

    ComponentSpec spec() {
        return spec;
    }

    /** Makes the instance that {@link #instance} returns later. */
    void prepare(ClassLoader loader) {
        prepared = instances.make(spec, task, loader);
    }

    /** Returns the component that the task calls. */
    Component instance(ClassLoader loader) {
        Component instance = prepared == null ? instances.make(spec, task, loader) : prepared;
        prepared = null;
        return instance;
    }

    TaskCounters counters() {
        return counters;
    }

    @Override
    public String topologyName() {
        return topologyName;
    }

    @Override
    public String componentId() {
        return spec.id();
    }

    @Override
    public int taskId() {
        return task;
    }

    @Override
    public int taskIndex() {
        return plan.indexOf(task);
    }

    @Override
    public int taskCount() {
        return spec.tasks();
    }

    @Override
    public List<Integer> tasksOf(String componentId) {
        return plan.tasksOf(componentId);
    }

    @Override
    public Config config() {
        return config;
    }

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    @Override
    public Path resource(String name) {
        Path directory = resources.get();
        Path file = directory.resolve(name).normalize();
        if (!file.startsWith(directory.normalize()) || !Files.exists(file)) {
            throw new TopologyException("component '" + spec.id() + "' asks for the resource '" + name
                    + "', and the topology has none of this name: put the file into resources/ of its jar");
        }
        return file;
    }

    @Override
    public Counter counter(String name) {
        return counters.counter(name);
    }
}
