// SPDX-License-Identifier: Apache-2.0
package io.millrace.testing;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;

/**
 * Replaces the author's spout and emits the tuples that the test feeds. The engine calls the methods of
 * {@link ReplayableSpout} only if the author's spout has them; then fed tuples are emitted again as that spout would.
 * Used by the thread of the test.
 */
final class FedSpout implements ReplayableSpout {

    private static final long serialVersionUID = 1L;

    private final transient Feed feed;
    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient int taskIndex;

    public FedSpout(Feed feed) {
        this.feed = feed;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {}

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        context = task;
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
            feed.whenFed(taskIndex, this::wake);
            out.idleUntil(Long.MAX_VALUE);
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

    private void wake() {
        try {
            context.execute(() -> {});
        } catch (RejectedExecutionException e) {
            // The worker was killed, and the spout that takes this one's place looks when it is opened
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
