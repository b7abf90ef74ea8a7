package io.millrace.runtime.executor;

import io.millrace.api.config.Config;
import io.millrace.api.spi.Instances;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.link.Inbound;
import io.millrace.runtime.metrics.ExecutorCounters;
import io.millrace.runtime.metrics.TaskCounters;
import io.millrace.runtime.routing.Wiring;
import io.millrace.runtime.state.StatesFactory;
import io.millrace.runtime.task.SharedObjects;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What an executor is made of.
 *
 * @param name of its thread, also used in messages
 * @param shared what the tasks of the worker share
 * @param config of the topology
 * @param instances makes the component instance of each task
 * @param tasks that it runs, ascending
 * @param blocking whether its only task may block in a call; then the executor polls its inputs after each call
 * @param virtual whether its thread is a virtual one
 * @param isHere whether a task runs in this worker
 * @param seed of all its random choices
 * @param clock nanoseconds on a time line that all processes of the node share
 * @param inbound where other threads of the process hand over tuples
 * @param codec used by this executor only
 * @param states makes the states of tasks
 * @param wallClock the time of day in milliseconds since 1970
 * @param snapshots the worker's agent; null if the topology takes no snapshots
 * @param loader sees the author's classes
 * @param resources the directory of the topology's resources; throws if there are none
 * @param onFailure called once, on the executor's thread, with the reason why it cannot go on
 */
public record ExecutorSetup(
        String name,
        SharedObjects shared,
        Config config,
        Instances instances,
        Wiring wiring,
        List<Integer> tasks,
        boolean blocking,
        boolean virtual,
        IntPredicate isHere,
        long seed,
        LongSupplier clock,
        Inbound inbound,
        ValuesCodec codec,
        ExecutorCounters counters,
        IntFunction<TaskCounters> taskCounters,
        StatesFactory states,
        LongSupplier wallClock,
        SnapshotPort snapshots,
        ClassLoader loader,
        Supplier<Path> resources,
        Consumer<Throwable> onFailure) {}
