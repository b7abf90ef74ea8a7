// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators;

import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.Streams;
import io.millrace.api.TaskContext;
import io.millrace.operators.format.FormatReader;
import java.util.Iterator;
import java.util.List;

/**
 * The spout of {@link Spouts}: emits the elements of an iterator and repeats failed ones. Called by the task's thread
 * only.
 */
final class IteratorSpout implements Spout {

    private static final long serialVersionUID = 1L;

    private final Fields fields;
    private final Spouts.Source source;

    private transient SpoutCollector out;
    private transient Iterator<? extends List<?>> rows;
    private transient PendingInputs<Taken> inputs;
    private transient long rowsTaken;
    private transient boolean finished;

    private record Taken(Object[] values, long number) implements PendingInputs.Input {

        @Override
        public FormatReader.Row row() {
            return new FormatReader.Row(Streams.DEFAULT, values);
        }

        @Override
        public String origin() {
            return "tuple " + number;
        }
    }

    IteratorSpout(Fields fields, Spouts.Source source) {
        this.fields = fields;
        this.source = source;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare(fields.names().toArray(String[]::new));
        PendingInputs.declare(declarer);
    }

    @Override
    public void open(TaskContext context, SpoutCollector collector) {
        out = collector;
        rows = source.open(context);
        inputs = new PendingInputs<>(context, collector, true);
    }

    @Override
    public void nextTuple() {
        if (inputs.repeat()) {
            return;
        }
        if (inputs.mayEmit() && rows.hasNext()) {
            inputs.emit(new Taken(rows.next().toArray(), rowsTaken++));
        } else if (inputs.isEmpty() && !finished) {
            // Finish only now: a tuple that has failed and was not yet emitted again is in no tree, but is not done.
            finished = true;
            out.finish();
        } else if (!finished) {
            out.idleUntil(inputs.deadline());
        }
    }

    @Override
    public void ack(Object messageId) {
        inputs.ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        inputs.fail(messageId);
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
