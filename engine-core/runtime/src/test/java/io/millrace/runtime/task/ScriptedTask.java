package io.millrace.runtime.task;

import io.millrace.api.config.Config;
import io.millrace.api.spi.Instances;
import io.millrace.runtime.link.PauseSign;
import io.millrace.runtime.metrics.StreamCounters;
import io.millrace.runtime.metrics.WorkerCounters;
import io.millrace.runtime.plan.Specs;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.tuple.DataTuple;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;

/** A task without a component, which does in each run what a test says. */
public final class ScriptedTask extends Task {

    /** One run; returns how much was done. */
    public interface Script {
        int run(long now, int budget);
    }

    public boolean isReady;
    public long deadline = Long.MAX_VALUE;
    private final Script script;

    private ScriptedTask(TaskHost host, Context context, Script script) {
        super(host, context, TaskSettings.of(Config.empty()), new PauseSign(1));
        this.script = script;
    }

    public static ScriptedTask of(Script script) {
        TaskPlan plan = new TaskPlan(Specs.topology(Specs.spec("scripted", 1)));
        WorkerCounters counters = WorkerCounters.inMemory("w", 1, plan, List.of(List.of(1)));
        Context context = new Context(TestWorker.of(plan, () -> 0), 1, counters.task(1), Instances.AUTHORS, () -> null);
        TaskHost host = (TaskHost) Proxy.newProxyInstance(
                ScriptedTask.class.getClassLoader(), new Class<?>[] {TaskHost.class}, (proxy, method, args) -> null);
        return new ScriptedTask(host, context, script);
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
    public long deadline() {
        return deadline;
    }

    @Override
    void trace(DataTuple tuple, StreamCounters stream) {}

    @Override
    void make(ClassLoader loader, TaskRestore from) {}

    @Override
    public void trigger(long snapshotId, boolean overtakes) {}

    @Override
    public void abortSnapshot(long snapshotId) {}

    @Override
    public void committed(long snapshotId, boolean holdsTuples) {}

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

    @Override
    public Optional<SnapshotWait> waitsIn(long snapshotId) {
        return Optional.empty();
    }
}
