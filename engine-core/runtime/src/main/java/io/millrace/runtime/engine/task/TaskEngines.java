// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine.task;

import io.millrace.api.Component;
import io.millrace.api.EngineBolt;
import io.millrace.api.EngineHost;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.metrics.EngineDecision;
import io.millrace.api.metrics.EngineFigure;
import io.millrace.runtime.task.BoltTask;
import io.millrace.runtime.task.Context;
import io.millrace.runtime.task.InputPart;
import io.millrace.runtime.task.TaskHost;
import io.millrace.runtime.task.TaskRestore;
import io.millrace.runtime.token.task.TokenInput;
import io.millrace.runtime.token.task.TokenInputPart;
import io.millrace.runtime.tuple.DataTuple;
import java.util.Optional;

/** Tells a bolt task's engines which tuples wait in its inbox and at its sources. Confined to the task's thread. */
public final class TaskEngines implements InputPart, EngineHost {

    private final BoltTask task;
    private final TaskHost host;
    private final Context context;
    private final EngineCapability worker;
    private final InboxAge inboxAge = new InboxAge();
    private EngineBolt bolt;

    /**
     * The tokens of the task, which show what waits at its sources and how its inputs came; empty if no inputs come by
     * {@link io.millrace.api.Grouping.FirstIdle}.
     */
    private Optional<TokenInput> tokens = Optional.empty();

    TaskEngines(BoltTask task, EngineCapability worker) {
        this.task = task;
        this.host = task.host();
        this.context = task.context();
        this.worker = worker;
    }

    @Override
    public boolean made(Component instance, TaskRestore from) {
        if (!(instance instanceof EngineBolt engines)) {
            return false;
        }
        bolt = engines;
        return true;
    }

    @Override
    public void opened(TaskRestore from) {
        tokens = task.part(TokenInputPart.class).map(TokenInputPart::input);
        tokens.ifPresent(input -> {
            context.show(EngineFigure.BY_TOKEN.meter(), input::byToken);
            context.show(EngineFigure.BY_QUEUE.meter(), input::byQueue);
        });
        bolt.host(this);
        bounds(worker.bounds());
    }

    /** Sets the least and most engines from now on. */
    void bounds(EngineBounds bounds) {
        bounds.of(task.component()).ifPresent(bolt::bounds);
        // More tokens may be given, or some must be recalled
        task.ready();
    }

    @Override
    public void queued(DataTuple tuple) {
        inboxAge.added(host.nanoTime());
    }

    @Override
    public void unqueued(DataTuple tuple) {
        inboxAge.taken(host.nanoTime());
    }

    @Override
    public void drop() {
        inboxAge.cleared();
    }

    @Override
    public long headAgeNanos() {
        if (!task.sender().mayEmit()) {
            // Tuples here wait for tasks downstream, not for engines
            return 0;
        }
        long now = host.nanoTime();
        long atSources = tokens.isPresent() ? tokens.get().headAges().oldestNanos(now) : 0;
        return Math.max(inboxAge.nanos(now), atSources);
    }

    @Override
    public long waiting() {
        // Each task of the component has an inbox, which is about as long as this one
        long inInboxes = (long) task.inbox().size() * tasks();
        return tokens.isPresent() ? inInboxes + tokens.get().headAges().waiting(host.nanoTime()) : inInboxes;
    }

    @Override
    public int tasks() {
        int tasks = 0;
        for (int each : context.tasksOf(task.component())) {
            tasks += host.paths().to(each).isDormant() ? 0 : 1;
        }
        return tasks;
    }

    @Override
    public void decided(EngineDecision.Verdict verdict, int before, int after, String reason) {
        long now = host.wallMillis();
        worker.decisions()
                .add(new EngineDecision(
                        context.componentId(),
                        context.taskId(),
                        context.workerId(),
                        context.node(),
                        EngineDecision.Span.of(now),
                        new EngineDecision.Change(verdict, before, after, reason)));
    }
}
