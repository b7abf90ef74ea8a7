// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.ReplayableSpout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.config.Guarantee;
import io.millrace.api.config.TopologyKeys;
import java.util.List;

/** Emits messages without end, each with its number and one of some keys. */
final class MessageSpout implements ReplayableSpout {

    private static final long serialVersionUID = 1L;

    /** The number of keys in tables: rows are replaced, so that a table does not grow. */
    static final int KEYS = 10_000;

    private static final int PER_CALL = 32;

    private final int bytes;

    private transient Messages messages;
    private transient SpoutCollector out;
    private transient Commits acked;
    private transient boolean tracked;
    private long next;
    private long acks;

    MessageSpout(int bytes) {
        this.bytes = bytes;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare("key", "number", "text");
    }

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        messages = new Messages(bytes);
        out = collector;
        tracked = context.config().get(TopologyKeys.GUARANTEE) == Guarantee.AT_LEAST_ONCE;
        acked = MillraceSink.commits();
    }

    @Override
    public void nextTuple() {
        for (int i = 0; i < PER_CALL; i++) {
            long number = next++;
            String text = messages.text(number);
            if (tracked) {
                out.emitTracked(number, key(number), number, text);
            } else {
                out.emit(key(number), number, text);
            }
        }
    }

    static int key(long number) {
        return (int) (number % KEYS);
    }

    @Override
    public void ack(Object messageId) {
        acks++;
        acked.addSome(acks);
    }

    @Override
    public void fail(Object messageId) {
        throw new IllegalStateException(
                "message " + messageId + " was not written: a benchmark without failures has one");
    }

    @Override
    public Object snapshot() {
        return next;
    }

    @Override
    public void restore(List<Object> snapshots) {
        throw new IllegalStateException("the topology went back to a snapshot: a benchmark without failures has one");
    }
}
