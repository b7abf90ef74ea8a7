// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.state;

import java.util.function.BiConsumer;

/**
 * A map of the current key, or of the task. A snapshot writes changes since the last one by whole partitions of keys,
 * so many small maps are better than one large map.
 *
 * @param <K> the class of its keys, which need {@code equals} and {@code hashCode}; no arrays
 * @param <V> the class of its values; call {@link #put} again after changing an object
 */
public interface MapState<K, V> {

    /** Returns a value; null if there is none. */
    V get(K key);

    /**
     * Sets a value. Neither may be null.
     *
     * @throws IllegalArgumentException if the key or the value is not of its declared class
     */
    void put(K key, V value);

    /** Removes a value and returns it; null if there was none. */
    V remove(K key);

    boolean contains(K key);

    int size();

    /** Calls this with each entry, in no particular order. The map must not be changed meanwhile. */
    void forEach(BiConsumer<? super K, ? super V> action);

    /** Removes all entries. */
    void clear();
}
