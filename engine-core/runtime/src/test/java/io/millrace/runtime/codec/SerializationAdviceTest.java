// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** An author who follows the advice of an error gets the tuple through. */
class SerializationAdviceTest {

    private static final Pattern CLASS = Pattern.compile("add (\\S+) to topology\\.serialization\\.classes");
    private static final Pattern SET = Pattern.compile("emit it as a java\\.util\\.LinkedHashSet, and add that to");
    private static final Pattern CODEC =
            Pattern.compile("register a codec by TopologyBuilder\\.codec\\((\\w+)\\.class");

    private static final int MOST_STEPS = 6;

    private static final class Nested {
        final int[] numbers = {1, 2};
        final TimeUnit unit = TimeUnit.DAYS;
    }

    private final class Inner {
        @Override
        public String toString() {
            return "in " + SerializationAdviceTest.this;
        }
    }

    record Point(int x, List<String> names) {}

    record Holding(Object content) {}

    /** A codec that writes nothing, which is enough to see that it is asked. */
    private record Nothing<T>(T read) implements ValueCodec<T> {

        @Override
        public void write(T value, ValueOutput out) {}

        @Override
        public T read(ValueInput in) {
            return read;
        }
    }

    private static Object roundTrip(Object value, List<Class<?>> registered, List<ValueCodecs> codecs) {
        Object[] values = {value};
        ValuesCodec codec = new ValuesCodec(registered, codecs);
        ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(values));
        return new ValuesCodec(registered, codecs).read(buffer, 0, codec.write(buffer, 0, values))[0];
    }

    /** Follows the advice of each error, until there is none. */
    @SuppressWarnings("unchecked")
    private static Object advised(Object emitted) {
        Object value = emitted;
        List<String> names = new ArrayList<>();
        List<ValueCodecs> codecs = new ArrayList<>();
        for (int step = 0; step < MOST_STEPS; step++) {
            String text = String.join(",", names);
            // The text is parsed as in the configuration
            Config config = Config.of(Map.of(TopologyKeys.SERIALIZED_CLASSES.name(), text));
            List<Class<?>> registered = RegisteredClasses.parse(
                    config.get(TopologyKeys.SERIALIZED_CLASSES), SerializationAdviceTest.class.getClassLoader());
            Object tried = value;
            Throwable error = catchThrowable(() -> roundTrip(tried, registered, codecs));
            if (error == null) {
                return roundTrip(value, registered, codecs);
            }
            assertThat(error).isInstanceOf(CodecException.class);
            assertThat(error.getMessage()).doesNotContain("\n").doesNotContain("accessible");
            Matcher named = CLASS.matcher(error.getMessage());
            if (SET.matcher(error.getMessage()).find()) {
                value = new LinkedHashSet<>((Set<Object>) value);
                names.add("java.util.LinkedHashSet");
            } else if (named.find()) {
                names.add(named.group(1));
            } else {
                Matcher codec = CODEC.matcher(error.getMessage());
                assertThat(codec.find()).as(error.getMessage()).isTrue();
                assertThat(codec.group(1)).isEqualTo(value.getClass().getSimpleName());
                codecs.add(to -> to.add((Class<Object>) tried.getClass(), new Nothing<>(tried)));
            }
        }
        throw new AssertionError(emitted.getClass() + " does not pass: " + names);
    }

    @Test
    void whatAnErrorAdvisesWorks() {
        for (Object value : new Object[] {
            new int[] {1},
            new long[][] {{1}, {2, 3}},
            new boolean[][][] {{{true}}},
            new String[] {"a"},
            new Integer[] {1, null},
            new Samples.Order[] {Samples.order(1)},
            new TimeUnit[] {TimeUnit.DAYS},
            new Samples.Side[][] {{Samples.Side.SELL}},
            new Object[] {"a", new int[] {1}, new AtomicLong(3)},
            new List<?>[] {List.of("a")},
            Samples.Side.SELL,
            Samples.order(7),
            TimeUnit.DAYS,
            new Point(1, List.of("a")),
            new Nested(),
            new Holding(new Holding(new Nested())),
            new Holding(new int[] {1}),
            new Holding(new LinkedList<>(List.of(new Point(1, List.of())))),
            new Holding(new PriorityQueue<>(List.of(2, 1))),
            new AtomicLong(5),
            new BigDecimal("1.5"),
            Instant.EPOCH,
            Optional.of(new BigDecimal(1)),
            Locale.ROOT,
            new HashSet<>(Set.of("a")),
            new TreeSet<>(List.of("a")),
            new PriorityQueue<>(List.of("a")),
            Set.of("a"),
            Set.of("a", "b", "c"),
            Collections.emptySet(),
            Collections.unmodifiableSet(new TreeSet<>(Set.of("a"))),
            new TreeMap<>(Map.of("a", 1)).keySet(),
            List.of(Set.of("a").iterator().next(), new StringBuilder("b")),
            new LongAdder(),
            new Random(),
            new Thread(),
            new IllegalStateException("x"),
        }) {
            Object read = advised(value);
            if (value instanceof Set<?>) {
                assertThat(read).isEqualTo(value);
            } else if (!(value instanceof List<?>)) {
                assertThat(read).hasSameClassAs(value);
            }
        }
    }

    private static String refused(Object value) {
        Throwable error = catchThrowable(() -> roundTrip(value, List.of(Holding.class), List.of()));
        assertThat(error).isInstanceOf(CodecException.class);
        return error.getMessage();
    }

    @Test
    void whatNoRegistrationCanHelpIsToldWhatDoes() {
        Supplier<String> lambda = () -> "x";
        Runnable reference = System::gc;
        for (Object each : new Object[] {lambda, reference}) {
            assertThat(refused(each))
                    .endsWith(" is a lambda, and cannot go to another worker: emit what it returns, or an object of a"
                            + " record that has what it captures");
            assertThat(refused(new Holding(each))).contains(" is a lambda, ");
        }
        assertThat(refused(new Inner()))
                .isEqualTo(Inner.class.getName() + " refers to the object or the variables around it, and cannot go to"
                        + " another worker: make it a static nested class or a record");
        int captured = names().size();
        Object local = new Object() {
            @Override
            public String toString() {
                return "" + captured;
            }
        };
        assertThat(refused(local)).contains("make it a static nested class or a record");
        assertThat(refused(new java.util.concurrent.ArrayBlockingQueue<>(1)))
                .contains("emit these as a List or a Map, and declare them so in classes that are registered");
    }

    private static List<String> names() {
        return List.of();
    }
}
