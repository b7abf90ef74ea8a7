package io.millrace.testing;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.List;

/**
 * Replaces the author's spout and emits the tuples that the test feeds. The engine calls the methods of
 * {@link ReplayableSpout} only if the author's spout has them; then fed tuples are emitted again as that spout would.
 * Used by the thread of the test.
 */
final class FedSpout implements ReplayableSpout {

    private static final long serialVersionUID = 1L;

    private final transient Feed feed;
    private transient SpoutCollector out;
    private transient int taskIndex;

    public FedSpout(Feed feed) {
        this.feed = feed;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {}

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        out = collector;
        taskIndex = context.taskIndex();
        if (feed.isReplayed(context.config())) {
            feed.goTo(taskIndex, 0);
        }
    }

    @Override
    public void nextTuple() {
        Feed.Fed fed = feed.poll(taskIndex);
        if (fed == null) {
            return;
        }
        try {
            if (fed.targetTask() > 0) {
                out.emitDirect(fed.targetTask(), fed.stream(), fed.messageId(), fed.values());
            } else {
                out.emitTo(fed.stream(), fed.messageId(), fed.values());
            }
        } catch (RuntimeException e) {
            feed.refused(e);
            throw e;
        }
    }

    @Override
    public Object snapshot() {
        return (long) feed.position(taskIndex);
    }

    @Override
    public void restore(List<Object> snapshots) {
        feed.goTo(taskIndex, Math.toIntExact((Long) snapshots.get(taskIndex)));
    }
}
