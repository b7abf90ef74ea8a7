// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A state as a sequence of numbers: two states are equal if their sequences are. Values are numbered when they are
 * first seen.
 */
final class StateCode {

    private final Map<Object, Integer> numbers = new HashMap<>();
    private int[] code = new int[512];
    private int length;

    void clear() {
        length = 0;
    }

    void put(int number) {
        if (length == code.length) {
            code = Arrays.copyOf(code, 2 * length);
        }
        code[length++] = number;
    }

    void put(boolean flag) {
        put(flag ? 1 : 0);
    }

    /** @param value value of a class with {@code equals}; may be null */
    void put(Object value) {
        Integer number = numbers.get(value);
        if (number == null) {
            number = numbers.size();
            numbers.put(value, number);
        }
        put((int) number);
    }

    /** Returns one of two hashes that are independent of each other. */
    long hash(long seed) {
        long hash = seed;
        for (int i = 0; i < length; i++) {
            hash = (hash ^ code[i]) * 0x9E3779B97F4A7C15L;
            hash ^= hash >>> 29;
        }
        hash *= 0xBF58476D1CE4E5B9L;
        return hash ^ hash >>> 32;
    }
}
