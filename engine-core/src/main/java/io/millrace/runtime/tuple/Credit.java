package io.millrace.runtime.tuple;

/**
 * Credit of a sender on another node that a tuple holds while it waits. It is returned when the tuple leaves its
 * inbox.
 */
@FunctionalInterface
public interface Credit {

    void release();
}
