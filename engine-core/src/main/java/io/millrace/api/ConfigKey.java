package io.millrace.api;

import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * One documented setting: its name, type, range and default, and how its text is read. The page docs/configuration.md is
 * generated from these.
 *
 * @param <T> type of the value
 */
public final class ConfigKey<T> {

    private final String name;
    private final String defaultText;
    private final String range;
    private final String doc;
    private final Function<String, T> reader;

    private ConfigKey(String name, String defaultText, String range, String doc, Function<String, T> reader) {
        this.name = Objects.requireNonNull(name);
        this.defaultText = Objects.requireNonNull(defaultText);
        this.range = range;
        this.doc = doc;
        this.reader = reader;
    }

    public static ConfigKey<String> text(String name, String defaultValue, String doc) {
        return new ConfigKey<>(name, defaultValue, "text", doc, text -> text);
    }

    public static ConfigKey<Boolean> flag(String name, boolean defaultValue, String doc) {
        return new ConfigKey<>(name, String.valueOf(defaultValue), "true or false", doc, text -> {
            if (!text.equals("true") && !text.equals("false")) {
                throw new IllegalArgumentException();
            }
            return Boolean.valueOf(text);
        });
    }

    public static ConfigKey<Integer> integer(String name, int defaultValue, int min, int max, String doc) {
        return new ConfigKey<>(name, String.valueOf(defaultValue), "integer, " + min + " to " + max, doc, text ->
                (int) within(Long.parseLong(text), min, max));
    }

    /** A number of bytes such as {@code 4096}, {@code 64 KiB}, {@code 4 MiB}, {@code 1 GiB}. */
    public static ConfigKey<Long> bytes(String name, String defaultText, long min, long max, String doc) {
        return new ConfigKey<>(
                name,
                defaultText,
                "bytes, " + Units.bytes(min) + " to " + Units.bytes(max),
                doc,
                text -> within(Units.parseBytes(text), min, max));
    }

    /** A duration such as {@code 500 us}, {@code 10 ms}, {@code 30 s}, {@code 5 min}. */
    public static ConfigKey<Duration> duration(
            String name, String defaultText, Duration min, Duration max, String doc) {
        String range = "duration, " + Units.duration(min) + " to " + Units.duration(max);
        return new ConfigKey<>(
                name,
                defaultText,
                range,
                doc,
                text -> Duration.ofNanos(within(Units.parseNanos(text), min.toNanos(), max.toNanos())));
    }

    /** One constant of an enum, written in lower case with hyphens. */
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

    /** The default as it would be written in a file. */
    public String defaultText() {
        return defaultText;
    }

    /** What is allowed, for people. */
    public String range() {
        return range;
    }

    public String doc() {
        return doc;
    }

    public T defaultValue() {
        return reader.apply(defaultText);
    }

    /** The value of a text; {@link TopologyException} naming key, text and range if it is not one. */
    public T read(String text) {
        try {
            return reader.apply(text.strip());
        } catch (IllegalArgumentException e) {
            throw new TopologyException(name + " is '" + text + "': it takes " + range, e);
        }
    }

    /** The text that {@link #read} reads as this value. */
    public String write(T value) {
        if (value instanceof Enum<?> constant) {
            return hyphened(constant);
        }
        return value instanceof Duration duration ? Units.duration(duration) : String.valueOf(value);
    }

    @Override
    public String toString() {
        return name;
    }

    private static long within(long value, long min, long max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException();
        }
        return value;
    }

    private static String hyphened(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
