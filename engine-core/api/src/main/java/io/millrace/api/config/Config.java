// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import io.millrace.api.error.TopologyException;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Settings, by dotted keys. Immutable. The keys of the engine are {@link ConfigKey}s ({@link TopologyKeys}). An
 * author's own keys start with {@code app.} and are passed through as text. Any other key is refused when the topology
 * is submitted ({@link ConfigKeys#check}).
 */
public final class Config {

    /** The prefix of an author's own keys. */
    public static final String AUTHOR_PREFIX = "app.";

    private static final Config EMPTY = new Config(new TreeMap<>());

    private final SortedMap<String, String> values;

    private Config(SortedMap<String, String> values) {
        this.values = Collections.unmodifiableSortedMap(values);
    }

    public static Config empty() {
        return EMPTY;
    }

    /**
     * Returns the settings with which each tuple has its effect once although workers die: {@link
     * Guarantee#EXACTLY_ONCE}, with snapshots at this location.
     *
     * @param stateDir the value of {@link TopologyKeys#STATE_DIR}: a directory that all nodes of the topology reach
     *     under this name, or a location of a store
     * @throws TopologyException if it is null or blank
     */
    public static Config exactlyOnce(String stateDir) {
        if (stateDir == null || stateDir.isBlank()) {
            throw new TopologyException(
                    TopologyKeys.STATE_DIR.name() + " is missing: name the directory or store for snapshots");
        }
        return EMPTY.with(TopologyKeys.GUARANTEE, Guarantee.EXACTLY_ONCE).with(TopologyKeys.STATE_DIR, stateDir);
    }

    /**
     * Copies a map.
     *
     * @throws TopologyException if a key or a value is null
     */
    public static Config of(Map<String, String> values) {
        SortedMap<String, String> copy = new TreeMap<>();
        values.forEach((key, value) -> copy.put(requireKey(key), requireValue(key, value)));
        return new Config(copy);
    }

    /**
     * Returns a copy in which one key is set. The value is stored as text and checked when it is read.
     *
     * @throws TopologyException if the key or the value is null
     */
    public Config with(String key, Object value) {
        SortedMap<String, String> copy = new TreeMap<>(values);
        copy.put(requireKey(key), String.valueOf(requireValue(key, value)));
        return new Config(copy);
    }

    /**
     * Returns a copy in which one key is set.
     *
     * @throws TopologyException if the value is null or out of range
     */
    public <T> Config with(ConfigKey<T> key, T value) {
        requireValue(key.name(), value);
        String text = key.write(value);
        key.read(text);
        return with(key.name(), text);
    }

    /** Returns a copy in which the values of {@code other} override those of this. */
    public Config with(Config other) {
        SortedMap<String, String> copy = new TreeMap<>(values);
        copy.putAll(other.values);
        return new Config(copy);
    }

    /**
     * Returns the value of a key, or its default if it is not set.
     *
     * @throws TopologyException if the text that is set is not a value of this key
     */
    public <T> T get(ConfigKey<T> key) {
        String text = values.get(key.name());
        return text == null ? key.defaultValue() : key.read(text);
    }

    /** Returns the text of a key; empty if it is not set. */
    public Optional<String> get(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** Returns the text of a key, or the default if it is not set. */
    public String get(String key, String defaultValue) {
        return values.getOrDefault(key, defaultValue);
    }

    /** Returns all keys that are set, in ascending order. The map is unmodifiable. */
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

    /** Returns the settings without secrets. */
    @Override
    public String toString() {
        return SecretSettings.shown(values).toString();
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
