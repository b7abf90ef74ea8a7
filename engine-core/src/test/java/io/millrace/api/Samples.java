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
        builder.setSpout("lines", Spouts.of("line", List.of("a b")));
        return builder;
    }

    static BasicBolt sink() {
        return Bolts.forEach(tuple -> {});
    }

    static BasicBolt split() {
        return Bolts.flatMap(Fields.of("word", "length"), (tuple, out) -> {});
    }

    static List<String> problems(TopologyBuilder builder) {
        return problems(builder::build);
    }

    public static List<String> problems(ThrowingCallable call) {
        TopologyException thrown = catchThrowableOfType(TopologyException.class, call);
        return thrown == null ? List.of() : thrown.problems();
    }
}
