package io.millrace.transport.flow;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What came from each worker, over all its connections. Event loops count, any thread reads. */
public final class SenderCounts {

    /** Of one worker. */
    public static final class Counts {
        private final AtomicLong messages = new AtomicLong();
        private final AtomicLong controls = new AtomicLong();
        private final AtomicLong bytes = new AtomicLong();

        void add(long moreMessages, long moreControls, long moreBytes) {
            messages.addAndGet(moreMessages);
            controls.addAndGet(moreControls);
            bytes.addAndGet(moreBytes);
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

    /** @param most with more workers than this, further ones are not counted apart */
    SenderCounts(int most) {
        this.most = most;
    }

    /** An event loop, once a worker is accepted. */
    Counts admit(String workerId) {
        if (ofWorker.size() >= most) {
            return ofWorker.getOrDefault(workerId, new Counts());
        }
        return ofWorker.computeIfAbsent(workerId, none -> new Counts());
    }

    /** All zero if that worker never sent anything here. */
    public Counts of(String workerId) {
        return ofWorker.getOrDefault(workerId, NOTHING);
    }
}
