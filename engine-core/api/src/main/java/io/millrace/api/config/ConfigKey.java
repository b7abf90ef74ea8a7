// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import io.millrace.api.error.Problems;
import io.millrace.api.error.TopologyException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * One documented key: its name, type, range and default, and the reader of its text. The page docs/configuration.md is
 * generated from these keys. White space around a value is ignored. Immutable. The factory methods are for the engine.
 *
 * @param <T> type of the value
 */
public final class ConfigKey<T> {

    /** The value of a key that is set to {@code never}. */
    public static final Duration NEVER = Duration.ofNanos(Long.MAX_VALUE);

    private static final String NEVER_TEXT = "never";

    private static final BinaryOperator<String> FIXED = (now, change) -> {
        throw new IllegalArgumentException("it does not change while a topology runs");
    };

    private final String name;
    private final String defaultText;
    private final T defaultValue;
    private final String range;
    private final String doc;
    private final Function<String, T> reader;
    private final UnaryOperator<String> shown;
    private final BinaryOperator<String> changed;

    /** @param reader reads a text; throws {@link IllegalArgumentException} for a value outside {@code range} */
    private ConfigKey(String name, String defaultText, String range, String doc, Function<String, T> reader) {
        this(name, defaultText, range, doc, reader, UnaryOperator.identity(), FIXED);
    }

    private ConfigKey(
            String name,
            String defaultText,
            String range,
            String doc,
            Function<String, T> reader,
            UnaryOperator<String> shown,
            BinaryOperator<String> changed) {
        this.name = Objects.requireNonNull(name);
        this.defaultText = Objects.requireNonNull(defaultText);
        this.range = range;
        this.doc = doc;
        this.reader = reader;
        this.shown = shown;
        this.changed = changed;
        this.defaultValue = read(defaultText);
    }

    public static ConfigKey<String> text(String name, String defaultValue, String doc) {
        return new ConfigKey<>(name, defaultValue, "text", doc, text -> text);
    }

    /** Makes a key of a text that {@code allowed} accepts; {@code range} describes these texts. */
    public static ConfigKey<String> text(
            String name, String defaultValue, String range, Predicate<String> allowed, String doc) {
        return new ConfigKey<>(name, defaultValue, range, doc, text -> {
            require(allowed.test(text));
            return text;
        });
    }

    /** Makes a key of a text that no command or message shows, empty unless it is set; {@code range} describes it. */
    public static ConfigKey<String> secret(String name, String range, Predicate<String> allowed, String doc) {
        return new ConfigKey<>(
                name,
                "",
                range,
                doc,
                text -> {
                    require(text.isEmpty() || allowed.test(text));
                    return text;
                },
                SecretSettings::hidden,
                FIXED);
    }

    /** Returns this key with values of which commands and messages show only the result of {@code shown}. */
    ConfigKey<T> shownAs(UnaryOperator<String> shown) {
        return new ConfigKey<>(name, defaultText, range, doc, reader, shown, changed);
    }

    /**
     * Returns this key as one whose value may change while a topology runs.
     *
     * @param changed makes the next value of the present one and of the change; throws {@link IllegalArgumentException}
     *     with the mistake
     */
    ConfigKey<T> live(BinaryOperator<String> changed) {
        return new ConfigKey<>(name, defaultText, range, doc, reader, shown, changed);
    }

    public static ConfigKey<Boolean> flag(String name, boolean defaultValue, String doc) {
        return new ConfigKey<>(name, String.valueOf(defaultValue), "true or false", doc, text -> {
            require(text.equals("true") || text.equals("false"));
            return Boolean.valueOf(text);
        });
    }

    public static ConfigKey<Integer> integer(String name, int defaultValue, int min, int max, String doc) {
        return new ConfigKey<>(name, String.valueOf(defaultValue), "integer, " + min + " to " + max, doc, text ->
                (int) within(Units.parseDecimal(text), min, max));
    }

    /** Makes a key of an integer that may need 64 bits. */
    public static ConfigKey<Long> number(String name, long defaultValue, long min, long max, String doc) {
        return new ConfigKey<>(
                name,
                String.valueOf(defaultValue),
                "integer, " + min + " to " + max,
                doc,
                text -> within(Units.parseDecimal(text), min, max));
    }

    /** Makes a key of a number of bytes such as {@code 4096}, {@code 64 KiB}, {@code 4 MiB}, {@code 1 GiB}. */
    public static ConfigKey<Long> bytes(String name, String defaultText, long min, long max, String doc) {
        String range = "bytes, " + Units.bytes(min) + " to " + Units.bytes(max);
        return new ConfigKey<>(name, defaultText, range, doc, text -> within(Units.parseBytes(text), min, max));
    }

    /** Makes a key of a duration such as {@code 500 us}, {@code 10 ms}, {@code 30 s}, {@code 5 min}. */
    public static ConfigKey<Duration> duration(
            String name, String defaultText, Duration min, Duration max, String doc) {
        String range = "duration, " + Units.duration(min) + " to " + Units.duration(max);
        return new ConfigKey<>(
                name,
                defaultText,
                range,
                doc,
                text -> Duration.ofNanos(within(Units.parseNanos(text), Units.nanos(min), Units.nanos(max))));
    }

    /** Makes a key of a duration that may also be {@code never}, which is its default and {@link #NEVER}. */
    public static ConfigKey<Duration> durationOrNever(String name, Duration min, Duration max, String doc) {
        String range = "duration, " + Units.duration(min) + " to " + Units.duration(max) + ", or never";
        return new ConfigKey<>(
                name,
                NEVER_TEXT,
                range,
                doc,
                text -> text.equals(NEVER_TEXT)
                        ? NEVER
                        : Duration.ofNanos(within(Units.parseNanos(text), Units.nanos(min), Units.nanos(max))));
    }

    /**
     * Makes a key of a heap size as {@code java -Xmx} reads it, such as {@code 256m} or {@code 2g}. The value is the
     * text.
     */
    public static ConfigKey<String> heap(String name, String defaultText, long min, long max, String doc) {
        String range = "size as java -Xmx takes it, " + Units.heap(min) + " to " + Units.heap(max);
        return new ConfigKey<>(name, defaultText, range, doc, text -> {
            within(Units.parseHeap(text), min, max);
            return text;
        });
    }

    /** Makes a key of an enum constant, written in lower case with hyphens. */
    public static <E extends Enum<E>> ConfigKey<E> choice(String name, E defaultValue, String doc) {
        E[] constants = defaultValue.getDeclaringClass().getEnumConstants();
        String range = Arrays.stream(constants).map(ConfigKey::hyphened).collect(Collectors.joining(", "));
        return new ConfigKey<>(
                name,
                hyphened(defaultValue),
                range,
                doc,
                text -> Arrays.stream(constants)
                        .filter(constant -> hyphened(constant).equals(text))
                        .findFirst()
                        .orElseThrow(IllegalArgumentException::new));
    }

    public String name() {
        return name;
    }

    /** Returns the default as it would be written in a file. */
    public String defaultText() {
        return defaultText;
    }

    /** Returns a description of the allowed values. */
    public String range() {
        return range;
    }

    public String doc() {
        return doc;
    }

    /** Returns the part of a value that may be shown: all of it, unless it is or contains a secret. */
    public String shown(String text) {
        return shown.apply(text);
    }

    /** Returns whether the value may change while a topology runs. */
    public boolean isLive() {
        return changed != FIXED;
    }

    /**
     * Returns the value that follows a change while a topology runs. A change of a key with a list consists of the
     * entries that change.
     *
     * @throws IllegalArgumentException with the mistake
     */
    public String changed(String now, String change) {
        return changed.apply(now, change);
    }

    public T defaultValue() {
        return defaultValue;
    }

    /**
     * Parses a text.
     *
     * @throws TopologyException naming key, text and range if the text is not a value of this key
     */
    public T read(String text) {
        try {
            return reader.apply(text.strip());
        } catch (IllegalArgumentException e) {
            boolean whole = shown(text).equals(text);
            throw new TopologyException(
                    name + (whole ? " is '" + Problems.oneLine(text) + "'" : " is set wrongly") + ": it takes "
                            + range
                            + (e instanceof Units.NotDecimalException
                                    ? ", in decimal digits without a leading zero"
                                    : ""),
                    whole ? e : null);
        }
    }

    /** Returns the text that {@link #read} parses as this value. */
    public String write(T value) {
        if (value instanceof Enum<?> constant) {
            return hyphened(constant);
        }
        if (NEVER.equals(value)) {
            return NEVER_TEXT;
        }
        return value instanceof Duration duration ? Units.duration(duration) : String.valueOf(value);
    }

    @Override
    public String toString() {
        return name;
    }

    private static long within(long value, long min, long max) {
        require(value >= min && value <= max);
        return value;
    }

    private static void require(boolean allowed) {
        if (!allowed) {
            throw new IllegalArgumentException();
        }
    }

    private static String hyphened(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
