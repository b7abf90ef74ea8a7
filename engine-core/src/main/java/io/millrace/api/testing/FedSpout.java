package io.millrace.api.testing;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;

/** Replaces the author's spout and emits what the test feeds. Used by the thread of the test. */
final class FedSpout implements Spout {

    private static final long serialVersionUID = 1L;

    private final transient Feed feed;
    private transient SpoutCollector out;
    private transient int taskIndex;

    FedSpout(Feed feed) {
        this.feed = feed;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {}

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        out = collector;
        taskIndex = context.taskIndex();
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
}
