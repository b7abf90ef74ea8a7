// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.Arrays;

/** A growing list of ints. */
final class IntList {
    private int[] values = new int[1 << 12];
    private int size;

    int size() {
        return size;
    }

    int get(int index) {
        return values[index];
    }

    void add(int value) {
        if (size == values.length) {
            values = Arrays.copyOf(values, 2 * size);
        }
        values[size++] = value;
    }

    int removeLast() {
        return values[--size];
    }
}
