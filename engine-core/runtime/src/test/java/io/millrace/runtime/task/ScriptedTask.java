// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import io.millrace.api.config.Config;
import io.millrace.api.spi.Instances;
import io.millrace.runtime.grouping.TaskGraph;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.tuple.DataTuple;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.Function;

/** A task without a component, which runs a script of a test. */
public final class ScriptedTask extends Task {

    /** One run; returns how much was done. */
    public interface Script {
        int run(long now, int budget);
    }

    public boolean isReady;
    public boolean endsRunInTime;
    public long deadline = Long.MAX_VALUE;
    private final Script script;
    private final TaskParts parts = new BoltParts(List.of());

    private ScriptedTask(TaskHost host, Context context, Script script) {
        super(host, context, TaskSettings.of(Config.empty()), new PauseSign(1));
        this.script = script;
    }

    public static ScriptedTask of(Script script) {
        TaskGraph graph = new TaskGraph(Specs.topology(Specs.spec("scripted", 1)));
        TaskPlan plan = graph.tasks();
        WorkerCounters counters = WorkerCounters.inMemory("w", 1, plan, List.of(List.of(1)));
        Context context = new Context(TestWorker.of(plan, () -> 0), 1, counters.task(1), Instances.AUTHORS, () -> null);
        TurnList turns = proxy(TurnList.class, method -> null);
        TaskHost host = proxy(TaskHost.class, method -> switch (method) {
            case "graph" -> graph;
            case "turns" -> turns;
            default -> null;
        });
        return new ScriptedTask(host, context, script);
    }

    private static <T> T proxy(Class<T> type, Function<String, Object> answer) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, args) -> answer.apply(method.getName())));
    }

    @Override
    public int run(long now, boolean mayBlock, int budget) {
        return script.run(now, budget);
    }

    @Override
    public boolean isReady() {
        return isReady;
    }

    @Override
    public boolean endsRunInTime() {
        return endsRunInTime;
    }

    @Override
    public long deadline() {
        return deadline;
    }

    @Override
    void trace(DataTuple tuple, StreamCounters stream) {}

    @Override
    TaskParts parts() {
        return parts;
    }

    @Override
    void make(ClassLoader loader, TaskRestore from) {}

    @Override
    void drop() {}

    @Override
    boolean isMade() {
        return false;
    }

    @Override
    void end() {}

    @Override
    public boolean handOver(DataTuple tuple) {
        return false;
    }

    @Override
    public void deliver(DataTuple tuple) {}
}
