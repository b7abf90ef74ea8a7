// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.Component;
import io.millrace.api.ComponentSpec;
import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Timer;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.api.spi.Instances;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.Timers;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.state.TaskStates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The component's context of its task. */
public final class Context implements TaskContext {

    private static final Logger LOG = LoggerFactory.getLogger(Context.class);

    private final SharedObjects shared;
    private final WorkerInfo worker;
    private final int task;
    private final ComponentSpec spec;
    private final Config config;
    private final TaskCounters counters;
    private final Instances instances;
    private final Supplier<Path> resources;
    private final Gauges gauges;

    /** The instance that {@link #prepare} made; null if there is none. */
    private Component prepared;

    /** The task of the component. */
    private Task owner;

    /** The states; null if the component has none. */
    private TaskStates states;

    /** @param resources supplier of the directory of the topology's resources; throws if there are none */
    public Context(
            SharedObjects shared, int task, TaskCounters counters, Instances instances, Supplier<Path> resources) {
        this.shared = shared;
        this.worker = shared.worker();
        this.task = task;
        this.spec = worker.plan().specOf(task);
        this.config = worker.config().with(Config.of(spec.settings()));
        this.counters = counters;
        this.gauges = new Gauges(counters::gauge);
        this.instances = instances;
        this.resources = resources;
    }

    public void states(TaskStates made) {
        states = made;
    }

    /** Returns the key of the input that is being processed; null if there is none. */
    Object currentKey() {
        return states == null ? null : states.currentKey();
    }

    void belongsTo(Task described) {
        owner = described;
    }

    public ComponentSpec spec() {
        return spec;
    }

    /** Returns the component of any task of the topology. */
    public String componentOf(int other) {
        return worker.plan().componentOf(other);
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

    OutboxMemory outboxes() {
        return shared.outboxes();
    }

    TaskCounters counters() {
        return counters;
    }

    @Override
    public String topologyName() {
        return worker.topologyName();
    }

    @Override
    public String topologyId() {
        return worker.topologyId();
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
        return worker.plan().indexOf(task);
    }

    @Override
    public int taskCount() {
        return worker.plan().tasksOf(spec.id()).size();
    }

    @Override
    public List<Integer> tasksOf(String componentId) {
        return worker.tasksOf(componentId);
    }

    @Override
    public Config config() {
        return config;
    }

    @Override
    public long nanoTime() {
        return worker.nanoTime();
    }

    @Override
    public String workerId() {
        return worker.workerId();
    }

    @Override
    public List<Integer> workerTasks() {
        return worker.workerTasks();
    }

    @Override
    public String node() {
        return worker.node();
    }

    @Override
    public String region() {
        return worker.region();
    }

    @Override
    public long attempt() {
        return worker.attempt();
    }

    @Override
    public <T> T shared(Class<T> type) {
        return shared.get(type);
    }

    @Override
    public <T extends AutoCloseable> T share(Object key, Supplier<T> maker) {
        return shared.ofTasks().get(task, key, maker);
    }

    /** Releases all objects, as the task has closed. */
    void release() {
        shared.ofTasks().release(task);
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
    public void execute(Runnable command) {
        owner.execute(command);
    }

    @Override
    public void executeAt(long nanoTime, Runnable command) {
        owner.executeAt(nanoTime, command);
    }

    @Override
    public Counter counter(String name) {
        return counters.counter(name);
    }

    @Override
    public void gauge(String name, DoubleSupplier value) {
        gauges.add(name, Objects.requireNonNull(value, "value of a gauge"));
    }

    /** Adds a gauge of the engine. If there is no room, the task works without it. */
    public void show(String name, DoubleSupplier value) {
        try {
            gauges.add(name, value);
        } catch (IllegalArgumentException e) {
            LOG.warn("a gauge is not shown: {}", e.getMessage());
        }
    }

    @Override
    public Timer timer(String name) {
        return counters.timer(name)::record;
    }

    Gauges gauges() {
        return gauges;
    }

    @Override
    public <S> S state(StateSpec<S> spec) {
        return states().handle(spec);
    }

    @Override
    public Timers timers() {
        return states().timers();
    }

    private TaskStates states() {
        if (states == null) {
            throw new TopologyException("component '" + spec.id()
                    + "' asks for a state or timers, but declares no states:" + " implement Stateful");
        }
        return states;
    }
}
