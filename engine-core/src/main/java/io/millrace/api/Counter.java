package io.millrace.api;

/** A number that a task counts or sets and that the metrics show; written by the task's thread only. */
public interface Counter {

    void add(long amount);

    void set(long value);

    long get();

    default void increment() {
        add(1);
    }
}
