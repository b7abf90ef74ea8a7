// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The elements of a list, of which captures share earlier versions: a version is an array and the number of its
 * elements that belong to it. Elements are appended behind those of all versions, so that a copy shares the array.
 * Changed by the thread of the task alone.
 */
final class Elements {

    private static final int LEAST_LENGTH = 4;

    private final long made;
    private Object[] array;
    private int size;

    /** The number after which a mutable element must have been made to be handed out. */
    private long ownSince;

    /** Makes a list of these elements, whose array it keeps. */
    Elements(long made, Object... elements) {
        this(made, elements, elements.length, made);
    }

    private Elements(long made, Object[] array, int size, long ownSince) {
        this.made = made;
        this.array = array;
        this.size = size;
        this.ownSince = ownSince;
    }

    long made() {
        return made;
    }

    Elements copy(long copied) {
        return new Elements(copied, array, size, ownSince);
    }

    int size() {
        return size;
    }

    Object get(int index) {
        return array[index];
    }

    void add(Object element) {
        if (size == array.length) {
            array = Arrays.copyOf(array, Math.max(LEAST_LENGTH, size + (size >> 1) + 1));
        }
        array[size++] = element;
    }

    /** Returns the number of {@link Changes} before which no capture can share the elements themselves. */
    long ownSince() {
        return ownSince;
    }

    /** Replaces all elements by copies of them. */
    void replaceAll(UnaryOperator<Object> copy, long now) {
        Object[] copies = new Object[size];
        for (int i = 0; i < size; i++) {
            copies[i] = copy.apply(array[i]);
        }
        array = copies;
        ownSince = now;
    }
}
