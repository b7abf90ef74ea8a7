package io.millrace.runtime.task;

import io.millrace.api.metrics.EngineFigure;
import io.millrace.api.Component;
import io.millrace.api.EngineBolt;
import io.millrace.api.EngineHost;
import io.millrace.api.config.EngineBounds;
import io.millrace.api.metrics.EngineDecision;

/** What the engines of a bolt task learn of what waits for it, in its inbox and at its sources. Confined to the task's thread. */
final class TaskEngines implements EngineHost {

    private final BoltTask task;
    private final TaskHost host;
    private final Context context;
    private final EngineBolt bolt;
    private final InboxAge inboxAge = new InboxAge();

    /** Null if it gets nothing by {@link io.millrace.api.Grouping.FirstIdle}. */
    private final TokenInput tokens;

    private TaskEngines(BoltTask task, TaskHost host, Context context, EngineBolt bolt, TokenInput tokens) {
        this.task = task;
        this.host = host;
        this.context = context;
        this.bolt = bolt;
        this.tokens = tokens;
    }

    /** Returns null if the bolt has no engines. */
    static TaskEngines of(Component bolt, BoltTask task, TaskHost host, Context context, TokenInput tokens) {
        if (!(bolt instanceof EngineBolt engines)) {
            return null;
        }
        TaskEngines made = new TaskEngines(task, host, context, engines, tokens);
        if (tokens != null) {
            context.show(EngineFigure.BY_TOKEN.meter(), tokens::byToken);
            context.show(EngineFigure.BY_QUEUE.meter(), tokens::byQueue);
        }
        return made;
    }

    /** The bolt is prepared. */
    void open() {
        bolt.host(this);
    }

    void bounds(EngineBounds bounds) {
        bounds.of(task.component()).ifPresent(bolt::bounds);
    }

    /** A tuple has come into the inbox. */
    void added() {
        inboxAge.added(host.nanoTime());
    }

    /** A tuple was taken out of it. */
    void taken() {
        inboxAge.taken(host.nanoTime());
    }

    void cleared() {
        inboxAge.cleared();
    }

    @Override
    public long headAgeNanos() {
        if (!task.sender.mayEmit()) {
            // What waits here waits for others
            return 0;
        }
        long now = host.nanoTime();
        return Math.max(
                inboxAge.nanos(now), tokens == null ? 0 : tokens.headAges().oldestNanos(now));
    }

    @Override
    public long waiting() {
        // Each task of the component has an inbox, which is about as long as this one
        long inInboxes = (long) task.inbox().size() * tasks();
        return inInboxes + (tokens == null ? 0 : tokens.headAges().waiting(host.nanoTime()));
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
        context.decisions()
                .add(new EngineDecision(
                        context.componentId(),
                        context.taskId(),
                        context.workerId(),
                        context.node(),
                        now,
                        now,
                        1,
                        verdict,
                        before,
                        after,
                        reason));
    }
}
