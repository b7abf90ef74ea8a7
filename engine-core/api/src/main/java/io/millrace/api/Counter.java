// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/** A number that a task counts or sets, and that the metrics show. Written only by the thread that calls the task. */
public interface Counter {

    void add(long amount);

    void set(long value);

    long get();

    default void increment() {
        add(1);
    }
}
