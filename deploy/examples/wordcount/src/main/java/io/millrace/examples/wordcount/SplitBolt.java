package io.millrace.examples.wordcount;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Tuple;

/** Emits the words of a line, each with its number among the words of the spout task. */
final class SplitBolt implements BasicBolt {

    private static final long serialVersionUID = 1L;

    @Override
    public void declareOutputs(OutputDeclarer outputs) {
        outputs.declare("word", "spout", "number");
    }

    @Override
    public void execute(Tuple input, Emitter out) {
        int spout = input.getInt("spout");
        long number = input.getLong("firstWord");
        for (String word : Words.of(input.getString("line"))) {
            out.emit(word, spout, number++);
        }
    }
}
