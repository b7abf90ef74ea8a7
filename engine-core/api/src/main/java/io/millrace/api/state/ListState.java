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
     * @throws IllegalArgumentException if it is not of the declared class
     */
    void add(T element);

    /**
     * Returns an element. Do not change it: set all elements to do so.
     *
     * @param index 0 to {@code size() - 1}
     */
    T get(int index);

    int size();

    /** Replaces all elements. None may be null. */
    void set(List<? extends T> elements);

    /** Removes all elements. */
    void clear();
}
