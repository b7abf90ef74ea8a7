// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Counter;
import io.millrace.api.TaskContext;
import io.millrace.api.Timer;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.Timers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** A bolt's context in an engine. It knows no other task, and has no services that belong to the task's thread. */
final class EngineContext implements TaskContext {

    private final TaskFacts facts;
    private final LongSupplier clock;

    EngineContext(TaskFacts facts, LongSupplier clock) {
        this.facts = facts;
        this.clock = clock;
    }

    @Override
    public String topologyName() {
        return facts.task().topologyName();
    }

    @Override
    public String topologyId() {
        return facts.task().topologyId();
    }

    @Override
    public String componentId() {
        return facts.task().componentId();
    }

    @Override
    public int taskId() {
        return facts.task().id();
    }

    @Override
    public int taskIndex() {
        return facts.task().index();
    }

    @Override
    public int taskCount() {
        return facts.task().count();
    }

    @Override
    public String workerId() {
        return facts.place().workerId();
    }

    @Override
    public String node() {
        return facts.place().node();
    }

    @Override
    public String region() {
        return facts.place().region();
    }

    @Override
    public long attempt() {
        return facts.attempt();
    }

    @Override
    public Config config() {
        return facts.settings();
    }

    @Override
    public long nanoTime() {
        return clock.getAsLong();
    }

    @Override
    public Path resource(String name) {
        Path directory = Path.of(facts.resources()).normalize();
        Path file = directory.resolve(name).normalize();
        if (facts.resources().isEmpty() || !file.startsWith(directory) || !Files.exists(file)) {
            throw new TopologyException("component '" + componentId() + "' asks for the resource '" + name
                    + "', and the topology has none of this name: put the file into resources/ of its jar");
        }
        return file;
    }

    @Override
    public List<Integer> workerTasks() {
        throw refuse("the tasks of its worker");
    }

    @Override
    public List<Integer> tasksOf(String component) {
        throw refuse("the tasks of a component");
    }

    @Override
    public <T> T shared(Class<T> type) {
        throw refuse("the object of a worker hook");
    }

    @Override
    public <T extends AutoCloseable> T share(Object key, Supplier<T> maker) {
        throw refuse("a shared object");
    }

    @Override
    public void execute(Runnable command) {
        throw refuse("a turn of the task");
    }

    @Override
    public void executeAt(long nanoTime, Runnable command) {
        throw refuse("a turn of the task");
    }

    @Override
    public Counter counter(String name) {
        throw refuse("a counter");
    }

    @Override
    public void gauge(String name, DoubleSupplier value) {
        throw refuse("a gauge");
    }

    @Override
    public Timer timer(String name) {
        throw refuse("a timer");
    }

    @Override
    public <S> S state(StateSpec<S> spec) {
        throw refuse("a state");
    }

    @Override
    public Timers timers() {
        throw refuse("timers");
    }

    private TopologyException refuse(String what) {
        return new TopologyException("component '" + componentId() + "' asks for " + what
                + ", which a bolt in an engine cannot have: do this in a bolt behind it");
    }
}
