package io.millrace.api;

import io.millrace.api.error.TopologyException;
import java.io.Serializable;
import java.util.List;

/**
 * Bolts made of one function, for {@link TopologyBuilder#setBolt(String, BasicBolt, int)}:
 *
 * <pre>{@code
 * builder.setBolt("split", Bolts.flatMap(Fields.of("word"), (tuple, out) -> {
 *     for (String word : tuple.getString("line").split(" ")) {
 *         out.emit(word);
 *     }
 * }), 2).shuffle("lines");
 * }</pre>
 *
 * <p>Emissions are anchored to the input, which is acked when the function returns and failed when it throws. Each task
 * calls a copy of the function, from its thread. What the function captures is copied with it and must be serializable;
 * what needs preparation, state or ticks is a class that implements {@link BasicBolt} or {@link Bolt}: tick tuples are
 * not handed to functions.
 */
public final class Bolts {

    private Bolts() {}

    /** Computes the value of an emitted tuple's only field. */
    @FunctionalInterface
    public interface ValueFunction extends Serializable {
        Object apply(Tuple input);
    }

    /** Computes the values of an emitted tuple, in the order of its fields. */
    @FunctionalInterface
    public interface ValuesFunction extends Serializable {
        List<?> apply(Tuple input);
    }

    /** Emits any number of tuples for one input. */
    @FunctionalInterface
    public interface EmittingFunction extends Serializable {
        void apply(Tuple input, Emitter out);
    }

    /** Decides whether a tuple passes. */
    @FunctionalInterface
    public interface TuplePredicate extends Serializable {
        boolean test(Tuple input);
    }

    /** Uses a tuple. */
    @FunctionalInterface
    public interface TupleConsumer extends Serializable {
        void accept(Tuple input);
    }

    /** Emits one tuple of one field for each input. */
    public static BasicBolt map(String field, ValueFunction function) {
        required("function", function);
        return new Simple(Fields.of(field), (input, out) -> out.emit(new Object[] {function.apply(input)}));
    }

    /** Emits one tuple for each input; the function's list has one value per field. */
    public static BasicBolt map(Fields fields, ValuesFunction function) {
        required("fields", fields);
        required("function", function);
        return new Simple(fields, (input, out) -> out.emit(function.apply(input).toArray()));
    }

    /** Emits as many tuples as the function likes, on the default stream with these fields. */
    public static BasicBolt flatMap(Fields fields, EmittingFunction function) {
        required("fields", fields);
        return new Simple(fields, required("function", function));
    }

    /** Passes on these fields of the inputs for which the predicate holds. */
    public static BasicBolt filter(Fields fields, TuplePredicate predicate) {
        required("fields", fields);
        required("predicate", predicate);
        return new Simple(fields, (input, out) -> {
            if (predicate.test(input)) {
                Object[] values = new Object[fields.size()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = input.get(fields.names().get(i));
                }
                out.emit(values);
            }
        });
    }

    /** Calls the function with each input and emits nothing. */
    public static BasicBolt forEach(TupleConsumer consumer) {
        required("consumer", consumer);
        return new Simple(null, (input, out) -> consumer.accept(input));
    }

    private static <F> F required(String what, F function) {
        if (function == null) {
            throw new TopologyException("a bolt has no " + what + " (null): give it");
        }
        return function;
    }

    /** @param fields those of the default stream, or null for a bolt that emits nothing */
    private record Simple(Fields fields, EmittingFunction function) implements BasicBolt {

        @Override
        public void declareOutputs(OutputDeclarer out) {
            if (fields != null) {
                out.declare(fields.names().toArray(String[]::new));
            }
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            if (!input.isTick()) {
                function.apply(input, out);
            }
        }
    }
}
