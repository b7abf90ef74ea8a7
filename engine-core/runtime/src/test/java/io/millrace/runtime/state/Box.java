// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

/** A registered class whose objects change: between two calls both numbers are the same. */
final class Box {

    long first;
    long second;

    Box() {}

    Box(long number) {
        first = number;
        second = number;
    }

    void add(long number) {
        first += number;
        second += number;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Box that && first == that.first && second == that.second;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(first + 31 * second);
    }

    @Override
    public String toString() {
        return first + "/" + second;
    }
}
