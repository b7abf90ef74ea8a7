// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * A consumer in a child process, with a ring and a thread of its own. It reads until it is held, and continues to the
 * step where it dies.
 */
final class PausedConsumer implements Runnable {
    static final int SLOTS = 3;
    private static final int LAST_POLL = 100;

    private final Semaphore go = new Semaphore(0);
    private final NumberedMessages received = new NumberedMessages(CaseRing.PRODUCERS);
    private final String name;
    private final Path ring;
    private final ConsumerMoment moment;
    private final ProcessLock process;

    private volatile boolean isToStop;
    private boolean armed;
    private int left;

    PausedConsumer(String name, Path ring, ConsumerMoment moment, ProcessLock process) {
        this.name = name;
        this.ring = ring;
        this.moment = moment;
        this.process = process;
        this.left = moment.before;
    }

    /** Makes the consumer stop between two polls. */
    void stop() {
        isToStop = true;
    }

    void goOn() {
        go.release();
    }

    @Override
    public void run() {
        try {
            RingConsumer consumer =
                    RingConsumer.create(ring, CaseRing.config(SLOTS), process, Doorbells.Wait.FAST, 0, this::reached);
            say("started");
            while (!isToStop) {
                if (consumer.poll(received, Integer.MAX_VALUE) == 0) {
                    // There are dozens of such threads, and the other processes need the cores
                    LockSupport.parkNanos(PausedProducer.PAUSE_NANOS);
                }
            }
            hold("ready");
            armed = true;
            if (moment == ConsumerMoment.BETWEEN_POLLS) {
                for (int read = 0; read < ConsumerMoment.POLLED; ) {
                    read += consumer.poll(this::handle, ConsumerMoment.POLLED - read);
                }
                hold("there");
            }
            for (int poll = 1; poll <= LAST_POLL; poll++) {
                // Polls as before a sleep, so that it asks about the owners of unfinished records.
                consumer.doorbell().prepareWait();
                consumer.poll(this::handle, Integer.MAX_VALUE);
                consumer.doorbell().cancelWait();
                consumer.reclaim();
            }
            say("missed");
        } catch (IOException | RuntimeException | Error e) {
            e.printStackTrace();
            say("failed");
        }
    }

    private void handle(int task, ByteBuffer buffer, int offset, int length) {
        if (moment.step == null && left-- == 0) {
            hold("there");
        }
        received.onMessage(task, buffer, offset, length);
    }

    private void reached(FailPoint.Step step) {
        if (armed && step == moment.step && left-- == 0) {
            hold("there");
        }
    }

    private void hold(String where) {
        say(where);
        go.acquireUninterruptibly();
    }

    /** Prints where it is held, and how many messages of each producer it has handled. */
    private void say(String where) {
        StringBuilder line = new StringBuilder(where).append(' ').append(name);
        for (int producer = 0; producer < CaseRing.PRODUCERS; producer++) {
            line.append(' ').append(received.received(producer));
        }
        System.out.println(line);
    }
}
