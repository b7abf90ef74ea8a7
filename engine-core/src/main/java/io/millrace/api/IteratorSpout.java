package io.millrace.api;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The spout of {@link Spouts}: emits the elements of an iterator and repeats those that fail. Called by the task's
 * thread only.
 */
final class IteratorSpout implements Spout {

    private static final long serialVersionUID = 1L;

    private final Fields fields;
    private final Spouts.Source source;

    private transient SpoutCollector out;
    private transient Iterator<? extends List<?>> rows;
    private transient Map<Long, Object[]> pending;
    private transient ArrayDeque<Long> failed;
    private transient long nextId;
    private transient boolean finished;

    IteratorSpout(Fields fields, Spouts.Source source) {
        this.fields = fields;
        this.source = source;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare(fields.names().toArray(String[]::new));
    }

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        out = collector;
        rows = source.open(context);
        pending = new HashMap<>();
        failed = new ArrayDeque<>();
    }

    @Override
    public void nextTuple() {
        Long repeated = failed.poll();
        if (repeated != null) {
            emit(repeated, pending.get(repeated));
        } else if (rows.hasNext()) {
            emit(nextId++, rows.next().toArray());
        } else if (pending.isEmpty() && !finished) {
            // Only now: a tuple that has failed and was not yet emitted again is in no tree, yet not done.
            finished = true;
            out.finish();
        }
    }

    /** Records the tuple before it is emitted, because it may be acked before {@code emitTracked} returns. */
    private void emit(Long id, Object[] values) {
        pending.put(id, values);
        try {
            out.emitTracked(id, values);
        } catch (RuntimeException e) {
            pending.remove(id);
            throw e;
        }
    }

    @Override
    public void ack(Object messageId) {
        pending.remove(messageId);
    }

    @Override
    public void fail(Object messageId) {
        if (pending.containsKey(messageId)) {
            failed.add((Long) messageId);
        }
    }

    @Override
    public void close() {
        if (rows instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(
                        "cannot close the source " + rows.getClass().getName(), e);
            }
        }
    }
}
