// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BoltCollector;
import io.millrace.api.Fields;
import io.millrace.api.Rows;
import io.millrace.api.Tuple;
import io.millrace.api.error.HostileErrors;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A batch's function, and each of the emissions that it has made, throws in turn: each tuple is acked or failed, once,
 * and the first error is thrown.
 */
class BatchCallsTest {

    private static final int SIZE = 8;

    private enum Thrown {
        EXCEPTION(new IllegalStateException("as thrown")),
        HOSTILE(HostileErrors.MESSAGE.make()),
        CHECKED(new Exception("sneaked")),
        ERROR(new AssertionError("as thrown")),
        NEITHER(new Throwable("of no kind"));

        private final Throwable error;

        Thrown(Throwable error) {
            this.error = error;
        }
    }

    private final List<Tuple> tuples = IntStream.range(0, SIZE)
            .mapToObj(number -> Rows.tuple(Fields.of("number"), number))
            .toList();

    private final List<String> events = new ArrayList<>();
    private final List<Throwable> reported = new ArrayList<>();

    /** The index of the emission that throws; below 0 for none. */
    private int throwing = -1;

    private Throwable ofEmission;
    private int emissions;

    private final BoltCollector out = (BoltCollector) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {BoltCollector.class}, (proxy, method, arguments) -> {
                switch (method.getName()) {
                    case "ack" -> end("ack ", arguments[0]);
                    case "fail" -> {
                        assertThat((String) arguments[1]).as("a reason").isNotEmpty();
                        end("fail ", arguments[0]);
                    }
                    case "reportError" -> reported.add((Throwable) arguments[0]);
                    case "emit" -> {
                        if (emissions++ == throwing) {
                            sneak(ofEmission);
                        }
                        Object input = arguments[0] instanceof Collection<?> all
                                ? all.iterator().next()
                                : arguments[0];
                        events.add("emit " + ((Tuple) input).get(0));
                    }
                    default -> throw new AssertionError(method);
                }
                return null;
            });

    /** Ends a tuple. No effect on a tuple that has ended, as with the engine's. */
    private void end(String how, Object tuple) {
        String number = " " + ((Tuple) tuple).get(0);
        if (events.stream().noneMatch(event -> !event.startsWith("emit") && event.endsWith(number))) {
            events.add(how.strip() + number);
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void sneak(Throwable error) throws E {
        throw (E) error;
    }

    private Throwable execute(BatchErrors errors, BatchBolt function) {
        BatchCalls calls = new BatchCalls(function, errors, out);
        Throwable thrown = null;
        try {
            calls.execute(tuples);
        } catch (Throwable e) {
            thrown = e;
        }
        List<String> first = List.copyOf(events);
        events.clear();
        throwing = -1;
        new BatchCalls((batch, emitter) -> batch.forEach(tuple -> emitter.emitFor(tuple, 1)), errors, out)
                .execute(tuples);
        assertThat(events).filteredOn(event -> event.startsWith("ack ")).hasSize(SIZE);
        events.clear();
        events.addAll(first);
        return thrown;
    }

    private List<Integer> numbers(String what) {
        return events.stream()
                .filter(event -> event.startsWith(what + " "))
                .map(event -> Integer.parseInt(event.substring(what.length() + 1)))
                .toList();
    }

    private void assertEachEndsOnce() {
        List<Integer> ended = new ArrayList<>(numbers("ack"));
        ended.addAll(numbers("fail"));
        assertThat(ended)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, SIZE).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource
    void whatTheFunctionThrowsFailsAllAndNothingOfItIsEmitted(Thrown thrown) {
        Throwable error = execute(BatchErrors.FAIL_ALL, (batch, emitter) -> {
            batch.forEach(tuple -> emitter.emitFor(tuple, 1));
            BatchCallsTest.<RuntimeException>sneak(thrown.error);
        });

        assertThat(error).isSameAs(thrown.error);
        assertThat(numbers("fail")).hasSize(SIZE);
        assertThat(numbers("emit")).isEmpty();
        assertEachEndsOnce();
        assertThat(reported).isEmpty();
    }

    /** Each tuple in turn is the bad one. An error, which is no exception, is not searched by halves. */
    @ParameterizedTest
    @EnumSource
    void oneBadTupleFailsAloneByHalves(Thrown thrown) {
        for (int bad = 0; bad < SIZE; bad++) {
            events.clear();
            int number = bad;
            Throwable error = execute(BatchErrors.BISECT, (batch, emitter) -> {
                for (Tuple tuple : batch) {
                    emitter.emitFor(tuple, 1);
                    if (tuple.getInt(0) == number) {
                        BatchCallsTest.<RuntimeException>sneak(thrown.error);
                    }
                }
            });

            assertThat(error).isSameAs(thrown.error);
            assertEachEndsOnce();
            assertThat(numbers("fail")).contains(bad);
            if (thrown.error instanceof Exception) {
                assertThat(numbers("fail")).containsExactly(bad);
                assertThat(numbers("emit")).isEqualTo(numbers("ack"));
            } else {
                assertThat(numbers("emit")).isEmpty();
            }
        }
    }

    /** The other tuples of a part are not acked either: a repetition repeats all of the part. */
    @ParameterizedTest
    @EnumSource(names = {"EXCEPTION", "HOSTILE", "ERROR"})
    void anEmissionThatThrowsFailsItsPart(Thrown thrown) {
        for (BatchErrors errors : BatchErrors.values()) {
            for (int at = 0; at < SIZE; at++) {
                events.clear();
                emissions = 0;
                throwing = at;
                ofEmission = thrown.error;
                Throwable error =
                        execute(errors, (batch, emitter) -> batch.forEach(tuple -> emitter.emitFor(tuple, 1)));

                assertThat(error).isSameAs(thrown.error);
                assertThat(numbers("emit")).hasSize(at);
                assertThat(numbers("fail")).hasSize(SIZE);
                assertEachEndsOnce();
            }
        }
    }

    @Test
    void furtherErrorsAreReported() {
        Throwable error = execute(BatchErrors.BISECT, (batch, emitter) -> {
            throw new IllegalStateException("at " + batch.size());
        });

        assertThat(numbers("fail")).hasSize(SIZE);
        assertThat(error).hasMessage("at 1");
        assertThat(reported)
                .as("a fault that is not of a tuple is not told for each")
                .hasSize(2);
    }

    /** One half throws an exception, the other one an error. */
    @Test
    void anErrorBehindAnExceptionHidesNone() {
        AssertionError last = new AssertionError("last");
        Throwable error = execute(BatchErrors.BISECT, (batch, emitter) -> {
            if (batch.get(0).getInt(0) > 0) {
                throw last;
            }
            throw new IllegalStateException("first");
        });

        assertThat(error).isSameAs(last);
        assertThat(reported).singleElement().asString().contains("first");
        assertEachEndsOnce();
    }

    @Test
    void anEmitterIsOfItsCall() {
        List<BatchEmitter> kept = new ArrayList<>();
        BatchCalls calls = new BatchCalls((batch, emitter) -> kept.add(emitter), BatchErrors.FAIL_ALL, out);
        calls.execute(tuples);
        Throwable thrown = null;
        try {
            kept.get(0).emitFor(tuples.get(0), 1);
        } catch (IllegalStateException e) {
            thrown = e;
        }
        assertThat(thrown).hasMessageContaining("outside of execute");
        assertThat(numbers("emit")).isEmpty();
    }
}
