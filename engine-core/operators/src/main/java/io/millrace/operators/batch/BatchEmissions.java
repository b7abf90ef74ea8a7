// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import io.millrace.api.BoltCollector;
import io.millrace.api.Tuple;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Keeps the emissions of a {@link BatchBolt} until its {@code execute} has returned. Confined to the task's thread. */
final class BatchEmissions implements BatchEmitter {

    private final BoltCollector out;
    private final List<Consumer<BoltCollector>> kept = new ArrayList<>();
    private List<Tuple> batch;

    BatchEmissions(BoltCollector out) {
        this.out = out;
    }

    /** Begins the emissions of a batch, which is about to be executed. */
    void begin(List<Tuple> tuples) {
        batch = tuples;
    }

    /** Sends the emissions of the batch. */
    void send() {
        try {
            for (int i = 0; i < kept.size(); i++) {
                kept.get(i).accept(out);
            }
        } finally {
            drop();
        }
    }

    /** Drops the emissions of the batch. */
    void drop() {
        kept.clear();
        batch = null;
    }

    private void keep(Consumer<BoltCollector> emission) {
        if (batch == null) {
            throw new IllegalStateException(
                    "an emission outside of execute: a BatchEmitter is valid while its call of execute runs");
        }
        kept.add(emission);
    }

    @Override
    public void emit(Object... values) {
        emitFor(batch, values);
    }

    @Override
    public void emitFor(Tuple input, Object... values) {
        keep(to -> to.emit(input, values));
    }

    @Override
    public void emitFor(Collection<Tuple> inputs, Object... values) {
        keep(to -> to.emit(inputs, values));
    }

    @Override
    public void emitTo(String stream, Collection<Tuple> inputs, Object... values) {
        keep(to -> to.emitTo(stream, inputs, values));
    }

    @Override
    public void emitDirect(int task, String stream, Collection<Tuple> inputs, Object... values) {
        keep(to -> to.emitDirect(task, stream, inputs, values));
    }

    @Override
    public void answer(Tuple input, Object... values) {
        keep(to -> to.answer(input, values));
    }

    @Override
    public void answerError(Tuple input, String message) {
        keep(to -> to.answerError(input, message));
    }
}
