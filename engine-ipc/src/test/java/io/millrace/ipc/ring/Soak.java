// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.SharedDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * A ring, processes that write to it, and the loop that reads it and sleeps when there is nothing to read. One thread
 * reads; another one may kill, stop and start processes meanwhile. {@link #close} kills those that are left.
 */
final class Soak implements AutoCloseable {
    static final int THREADS = 4;

    private final Path base;
    private final SharedDirectory own;
    private final Path path;
    private final RingConsumer consumer;
    private final SoakCheck check = new SoakCheck();
    private volatile boolean ended;

    // Fields of the thread that starts and kills, until end() has returned.
    private final List<SoakJournal> journals = new ArrayList<>();
    private final Map<Integer, ChildJvm> children = new TreeMap<>();
    private final Map<Integer, SoakJournal> journalOf = new HashMap<>();
    private final Set<SoakJournal> ofKilled = new HashSet<>();
    private boolean closed;

    Soak(Path base, SharedDirectory own, RingConfig config) throws IOException {
        this.base = base;
        this.own = own;
        this.path = own.path().resolve("soak.ring");
        this.consumer = RingConsumer.create(path, config, own.lock());
    }

    /** Starts a process in this place, which is empty or that of a dead process. */
    synchronized void start(int place) throws IOException {
        if (closed) {
            throw new IllegalStateException("the soak is over");
        }
        int number = journals.size();
        Path file = own.path().resolve("journal-" + number);
        SoakJournal journal = SoakJournal.create(file, THREADS);
        journals.add(journal);
        journalOf.put(place, journal);
        children.put(place, ChildJvm.start(SoakProducers.class, path, base, file, number * THREADS, THREADS, 0));
    }

    ChildJvm child(int place) {
        return children.get(place);
    }

    /** Whether the process in this place has sent something. */
    boolean isSending(int place) {
        return journalOf.get(place).committed(0) > 0;
    }

    /**
     * Sends SIGKILL, and does what a supervisor does then: deletes the directories of the dead, and rings the consumer.
     */
    void kill(int place) throws Exception {
        child(place).kill();
        ofKilled.add(journalOf.get(place));
        assertThat(SharedDirectory.removeDead(base)).hasSize(1);
        consumer.doorbell().ring();
    }

    /** Reads until {@link #end}. */
    void read() {
        Random random = new Random(1);
        Doorbell bell = consumer.doorbell();
        try {
            while (!ended) {
                int limit = 1 + random.nextInt(200);
                if (consumer.poll(check, limit) == 0) {
                    bell.prepareWait();
                    if (consumer.poll(check, limit) != 0 || ended) {
                        bell.cancelWait();
                    } else {
                        bell.await(consumer.lookAgainAt(System.nanoTime()));
                    }
                }
            }
        } finally {
            ended = true;
        }
    }

    /** Stops the processes, waits for them, and lets {@link #read} return. */
    void end() throws Exception {
        try {
            for (ChildJvm child : children.values()) {
                child.goOn();
            }
            for (ChildJvm child : children.values()) {
                child.await("done");
                child.awaitEnd();
            }
            long sent = sum(SoakJournal::committed);
            // Messages wake the consumer, not this thread: a lost wake-up hangs here.
            while (ofKilled.isEmpty() && check.received() != sent && !ended) {
                Thread.onSpinWait();
            }
            assertThat(ended).as("ended by force").isFalse();
        } finally {
            stopReading();
        }
    }

    void stopReading() {
        ended = true;
        consumer.doorbell().ring();
    }

    /** Reads what is left, and asserts that nothing is missing and that the ring is empty. */
    void verify() throws IOException {
        while (consumer.counters().free() != consumer.counters().tail()) {
            consumer.doorbell().prepareWait();
            consumer.poll(check, Integer.MAX_VALUE);
            consumer.doorbell().cancelWait();
        }
        consumer.reclaim();
        RingCounters counters = consumer.counters();
        long intended = 0;
        for (int process = 0; process < journals.size(); process++) {
            SoakJournal journal = journals.get(process);
            for (int thread = 0; thread < THREADS; thread++) {
                int received = check.received(process * THREADS + thread);
                intended += journal.intended(thread);
                if (ofKilled.contains(journal)) {
                    // The signal may have come between a commit and its entry: the record arrives whole or not at all.
                    assertThat(received)
                            .as("messages of thread %d of killed process %d", thread, process)
                            .isIn(journal.committed(thread), journal.intended(thread));
                } else {
                    assertThat(received)
                            .as("messages of thread %d of process %d", thread, process)
                            .isEqualTo(journal.committed(thread));
                }
            }
        }
        assertThat(check.received()).isPositive().isLessThanOrEqualTo(intended);
        assertThat(counters.messagesRead()).isEqualTo(check.received());
        assertThat(counters.bytesRead()).isEqualTo(check.bytes());
        assertThat(counters.corruptRecords()).isZero();
        assertThat(counters.producers()).isZero();
        assertThat(counters.usedBytes()).isZero();
        assertThat(check.shortest()).isEqualTo(1);
        assertThat(check.longest()).isEqualTo(SoakContent.MAX_LENGTH);
        if (ofKilled.isEmpty()) {
            assertThat(counters.abandoned()).isZero();
            assertThat(counters.claims()).isEqualTo(counters.commits() + counters.aborts());
            assertThat(counters.bytesRead()).isEqualTo(sum(SoakJournal::bytes));
            assertThat(counters.aborts()).isEqualTo(sum(SoakJournal::aborts));
            assertThat(counters.droppedFragmented()).isEqualTo(sum(SoakJournal::givenUp));
            assertThat(counters.retiredSlots()).isEqualTo((long) journals.size() * THREADS);
        }
    }

    private long sum(Counted counted) {
        long sum = 0;
        for (SoakJournal journal : journals) {
            for (int thread = 0; thread < THREADS; thread++) {
                sum += counted.of(journal, thread);
            }
        }
        return sum;
    }

    private interface Counted {
        long of(SoakJournal journal, int thread);
    }

    @Override
    public String toString() {
        return journals.size() + " processes, " + ofKilled.size() + " killed, " + check.received() + " messages, "
                + check.bytes() + " bytes: " + consumer.counters();
    }

    @Override
    public synchronized void close() {
        closed = true;
        children.values().forEach(ChildJvm::close);
        consumer.close();
    }
}
