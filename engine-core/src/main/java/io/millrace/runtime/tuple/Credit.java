package io.millrace.runtime.tuple;

/** Room at a sender on another node that a tuple holds while it waits; given back when the tuple leaves its inbox. */
@FunctionalInterface
public interface Credit {

    void release();
}
