package io.millrace.api;

import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.api.error.TopologyException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Components without behaviour, and the mistakes that a call reports. */
public final class Samples {

    private Samples() {}

    /** A builder with a spout 'lines' that declares the field 'line'. */
    static TopologyBuilder withLines() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", new Lines());
        return builder;
    }

    static BasicBolt sink() {
        return new Sink();
    }

    static BasicBolt split() {
        return new Split();
    }

    private record Lines() implements Spout {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("line");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {}
    }

    private record Sink() implements BasicBolt {

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    private record Split() implements BasicBolt {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("word", "length");
        }

        @Override
        public void execute(Tuple input, Emitter out) {}
    }

    static List<String> problems(TopologyBuilder builder) {
        return problems(builder::build);
    }

    public static List<String> problems(ThrowingCallable call) {
        TopologyException thrown = catchThrowableOfType(TopologyException.class, call);
        return thrown == null ? List.of() : thrown.problems();
    }
}
