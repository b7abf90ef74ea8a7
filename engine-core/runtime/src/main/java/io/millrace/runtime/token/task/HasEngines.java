package io.millrace.runtime.token.task;

/**
 * A bolt of the engine that processes several messages at a time, which is asked by the thread that calls it. A message keeps an engine until it is acked or failed. A bolt
 * that is none takes one message at a time, until {@code execute} returns.
 */
public interface HasEngines {

    /** Returns how many messages it takes at a time now. After a change it must run a command, so that its task asks again. */
    int engines();

    /** Returns how many of them are expected to be free within this time. */
    default int endingWithin(long nanos) {
        return 0;
    }

    /** Returns when there will be one more of them, in nanoseconds as the task's clock; {@link Long#MAX_VALUE} if none will be. */
    default long nextEndingWithin(long nanos) {
        return Long.MAX_VALUE;
    }
}
