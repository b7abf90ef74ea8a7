package io.millrace.testing;

import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Timer;
import io.millrace.api.config.Config;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.Timers;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/** Records what the commands of a component throw. Any thread may call what it may call of the context itself. */
final class ObservedContext implements TaskContext {

    private final TaskContext context;
    private final Recording recording;

    ObservedContext(TaskContext context, Recording recording) {
        this.context = context;
        this.recording = recording;
    }

    @Override
    public void execute(Runnable command) {
        context.execute(noting(command));
    }

    @Override
    public void executeAt(long nanoTime, Runnable command) {
        context.executeAt(nanoTime, noting(command));
    }

    private Runnable noting(Runnable command) {
        Objects.requireNonNull(command, "the command is null: give one");
        return () -> {
            try {
                command.run();
            } catch (Throwable e) {
                recording.errors.add(e);
                throw e;
            }
        };
    }

    @Override
    public String topologyName() {
        return context.topologyName();
    }

    @Override
    public String topologyId() {
        return context.topologyId();
    }

    @Override
    public String componentId() {
        return context.componentId();
    }

    @Override
    public int taskId() {
        return context.taskId();
    }

    @Override
    public int taskIndex() {
        return context.taskIndex();
    }

    @Override
    public int taskCount() {
        return context.taskCount();
    }

    @Override
    public List<Integer> tasksOf(String componentId) {
        return context.tasksOf(componentId);
    }

    @Override
    public Config config() {
        return context.config();
    }

    @Override
    public long nanoTime() {
        return context.nanoTime();
    }

    @Override
    public Path resource(String name) {
        return context.resource(name);
    }

    @Override
    public <T> T shared(Class<T> type) {
        return context.shared(type);
    }

    @Override
    public <T extends AutoCloseable> T share(Object key, Supplier<T> maker) {
        return context.share(key, maker);
    }

    @Override
    public String workerId() {
        return context.workerId();
    }

    @Override
    public List<Integer> workerTasks() {
        return context.workerTasks();
    }

    @Override
    public String node() {
        return context.node();
    }

    @Override
    public String region() {
        return context.region();
    }

    @Override
    public long attempt() {
        return context.attempt();
    }

    @Override
    public void gauge(String name, DoubleSupplier value) {
        context.gauge(name, value);
    }

    @Override
    public Timer timer(String name) {
        return context.timer(name);
    }

    @Override
    public Counter counter(String name) {
        return context.counter(name);
    }

    @Override
    public <S> S state(StateSpec<S> spec) {
        return context.state(spec);
    }

    @Override
    public Timers timers() {
        return context.timers();
    }
}
