package io.millrace.runtime.service;

import java.util.concurrent.atomic.LongAdder;

/** Counts what a fed spout ignores. Any thread. */
public final class FeedCounts {

    private final LongAdder lateAnswers = new LongAdder();
    private final LongAdder cancelled = new LongAdder();

    void lateAnswer() {
        lateAnswers.increment();
    }

    void cancelled() {
        cancelled.increment();
    }

    /** Answers that came for requests that had ended, or had an answer already. */
    public long lateAnswers() {
        return lateAnswers.sum();
    }

    /** Requests that were given up before they were emitted. */
    public long cancelledRequests() {
        return cancelled.sum();
    }
}
