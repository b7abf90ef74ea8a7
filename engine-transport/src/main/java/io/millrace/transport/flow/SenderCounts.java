// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.flow;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the messages that came from each worker, over all its connections. Event loops count, any thread reads. */
public final class SenderCounts {

    /** The counts of one worker. */
    public static final class Counts {
        private final AtomicLong messages = new AtomicLong();
        private final AtomicLong controls = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();
        private final AtomicLong untimed = new AtomicLong();
        private volatile long clockOffsetNanos;
        private volatile long clockErrorNanos;

        void add(long moreMessages, long moreControls, long moreBytes) {
            messages.addAndGet(moreMessages);
            controls.addAndGet(moreControls);
            bytes.addAndGet(moreBytes);
        }

        void addUntimed(long moreMessages) {
            untimed.addAndGet(moreMessages);
        }

        void clock(long offsetNanos, long errorNanos) {
            clockOffsetNanos = offsetNanos;
            clockErrorNanos = errorNanos;
        }

        /** The worker's clock minus this one; 0 if unknown. */
        public long clockOffsetNanos() {
            return clockOffsetNanos;
        }

        /** The error of the clock offset; 0 if the offset is unknown. */
        public long clockErrorNanos() {
            return clockErrorNanos;
        }

        /** Messages that came before the offset was known. */
        public long untimed() {
            return untimed.get();
        }

        public long messages() {
            return messages.get();
        }

        public long controls() {
            return controls.get();
        }

        public long bytes() {
            return bytes.get();
        }
    }

    private static final Counts NOTHING = new Counts();

    private final int most;
    private final Map<String, Counts> ofWorker = new ConcurrentHashMap<>();

    /** @param most the number of workers that are counted apart; further ones are counted together */
    SenderCounts(int most) {
        this.most = most;
    }

    /** Returns the counts of a worker. Called on an event loop when the worker is accepted. */
    Counts admit(String workerId) {
        if (ofWorker.size() >= most) {
            return ofWorker.getOrDefault(workerId, new Counts());
        }
        return ofWorker.computeIfAbsent(workerId, none -> new Counts());
    }

    /** Returns the counts of a worker; all are zero if it never sent anything here. */
    public Counts of(String workerId) {
        return ofWorker.getOrDefault(workerId, NOTHING);
    }
}
