// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import java.util.concurrent.TimeUnit;

/** What an engine in Java does with an image; {@code analyse_image.py} does the same. */
final class AnalyseImage implements BasicBolt {

    private static final long serialVersionUID = 1L;

    private final int costMillis;
    private transient Cost cost;

    AnalyseImage(int costMillis) {
        this.costMillis = costMillis;
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        declarer.declare(ImagesTopology.RESULT);
    }

    @Override
    public void prepare(TaskContext context) {
        cost = new Cost();
    }

    @Override
    public void execute(Tuple tuple, Emitter out) {
        Message.Words words = Message.read(tuple.getView(0));
        boolean whole = words.isWhole();
        cost.burn(TimeUnit.MILLISECONDS.toNanos(costMillis));
        out.emit(words.number(), words.due(), whole);
    }
}
