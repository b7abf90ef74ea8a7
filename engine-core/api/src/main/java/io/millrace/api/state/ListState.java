// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.state;

import java.util.List;

/**
 * A list of the current key, or of the task.
 *
 * @param <T> the class of its elements
 */
public interface ListState<T> extends Iterable<T> {

    /**
     * Appends an element, which must not be null.
     *
     * @throws IllegalArgumentException if the element is not of the declared class
     */
    void add(T element);

    /**
     * Returns an element, which must not be changed: set all elements instead.
     *
     * @param index 0 to {@code size() - 1}
     */
    T get(int index);

    int size();

    /** Replaces all elements. No element may be null. */
    void set(List<? extends T> elements);

    /** Removes all elements. */
    void clear();
}
