package io.millrace.api.config;

import io.millrace.api.error.TopologyException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings by dotted keys; immutable. The engine's own keys are {@link ConfigKey}s ({@link TopologyKeys}); an author's
 * keys start with {@code app.} and are handed through as text. Any other key is refused when the topology is submitted
 * ({@link ConfigKeys#check}).
 */
public final class Config {

    /** What an author's own keys start with. */
    public static final String AUTHOR_PREFIX = "app.";

    private static final Config EMPTY = new Config(new TreeMap<>());

    private final SortedMap<String, String> values;

    private Config(SortedMap<String, String> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    public static Config empty() {
        return EMPTY;
    }

    public static Config of(Map<String, String> values) {
        SortedMap<String, String> copy = new TreeMap<>();
        values.forEach((key, value) -> copy.put(requireKey(key), requireValue(key, value)));
        return new Config(copy);
    }

    /** This with one value set; the value's text is checked when it is read. */
    public Config with(String key, Object value) {
        SortedMap<String, String> copy = new TreeMap<>(values);
        copy.put(requireKey(key), String.valueOf(requireValue(key, value)));
        return new Config(copy);
    }

    /** This with one value set, which is checked at once. */
    public <T> Config with(ConfigKey<T> key, T value) {
        requireValue(key.name(), value);
        String text = key.write(value);
        key.read(text);
        return with(key.name(), text);
    }

    /** This with all of {@code other} laid over it. */
    public Config with(Config other) {
        SortedMap<String, String> copy = new TreeMap<>(values);
        copy.putAll(other.values);
        return new Config(copy);
    }

    /** The value that is set, or the key's default. */
    public <T> T get(ConfigKey<T> key) {
        String text = values.get(key.name());
        return text == null ? key.defaultValue() : key.read(text);
    }

    /** The text that is set. */
    public Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    public String get(String key, String defaultValue) {
        return values.getOrDefault(key, defaultValue);
    }

    /** What is set, ordered by key. */
    public SortedMap<String, String> asMap() {
        return values;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Config config && config.values.equals(values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return values.toString();
    }

    private static String requireKey(String key) {
        if (key == null) {
            throw new TopologyException("a setting's key is null: name the setting");
        }
        return key;
    }

    private static <V> V requireValue(String key, V value) {
        if (value == null) {
            throw new TopologyException(key + " is null: give it a value, or leave it out to have the default");
        }
        return value;
    }
}
