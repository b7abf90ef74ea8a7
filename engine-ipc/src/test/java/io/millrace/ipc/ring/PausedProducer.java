// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * A producer in a child process, with a ring and a thread of its own. It is held at a step until it is told to
 * continue, or dies there.
 */
final class PausedProducer implements Runnable {
    static final long PAUSE_NANOS = 100_000;
    static final int MESSAGE_CELLS = 4;
    static final int LONG_MESSAGE_CELLS = Descriptor.SHORT_CELLS + 4;
    static final int FRAGMENT_CELLS = CaseRing.CELLS / 8;
    private static final int MESSAGE = MESSAGE_CELLS * 64 - 6;
    private static final int LONG_MESSAGE = LONG_MESSAGE_CELLS * 64 - 6;
    private static final int SHORT = 60;
    private static final int BATCHED = 72;
    private static final int MESSAGES_PER_BATCH = 3;
    private static final int FRAGMENTS = 3;
    private static final int FRAGMENTED = 2 * (FRAGMENT_CELLS * 64 - Descriptor.FRAGMENT_HEAD) + MESSAGE;

    private final Semaphore go = new Semaphore(0);
    private final String name;
    private final int number;
    private final Path ring;
    private final Moment moment;
    private final ProcessLock process;
    private final Path bellPath;

    /** How often the step is passed before. */
    private int stepsBefore;

    private boolean armed;
    private boolean wasThere;
    private int committed;

    /** How many records, this one included, until messages are complete, and how many are so then. */
    private int recordsLeft = 1;

    private int completes = 1;

    PausedProducer(String name, int number, Path ring, Moment moment, Place place, ProcessLock process, Path bell) {
        this.name = name;
        this.number = number;
        this.ring = ring;
        this.moment = moment;
        this.process = process;
        this.bellPath = bell;
        // Before a wrap, tail is loaded for the padding and again for the claim.
        this.stepsBefore = moment == Moment.TAIL_LOADED && place == Place.WRAP ? 1 : 0;
    }

    void goOn() {
        go.release();
    }

    @Override
    public void run() {
        try (Doorbell bell = moment.work == Moment.Work.FILL ? Doorbells.create(bellPath) : null) {
            if (moment.work == Moment.Work.OPEN) {
                hold("ready");
                armed = true;
            }
            try (RingProducer producer = RingProducer.open(ring, process, bell, this::reached)) {
                if (moment.work != Moment.Work.OPEN) {
                    send(producer, SHORT);
                    send(producer, SHORT);
                }
                work(producer, bell);
            }
            say("done");
        } catch (IOException | RuntimeException | Error e) {
            e.printStackTrace();
            say("failed");
        }
    }

    private void work(RingProducer producer, Doorbell bell) {
        switch (moment.work) {
            case FRAGMENTS -> offerFragments(producer);
            case OPEN -> send(producer, MESSAGE);
            case MESSAGE -> {
                arm();
                send(producer, MESSAGE);
            }
            case LONG_MESSAGE -> {
                arm();
                send(producer, LONG_MESSAGE);
            }
            case ABORT -> {
                arm();
                claim(producer, MESSAGE);
                NumberedMessages.writePart(producer.buffer(), producer.offset(), 0, MESSAGE / 2, number, committed);
                producer.abort();
                send(producer, MESSAGE);
            }
            case FILL -> {
                arm();
                fillAndWait(producer, bell);
            }
            case BATCH -> {
                arm();
                sendBatch(producer);
            }
        }
    }

    private void arm() {
        hold("ready");
        armed = true;
    }

    private void claim(RingProducer producer, int length) {
        while (!producer.tryClaim(committed, length, 0)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void send(RingProducer producer, int length) {
        claim(producer, length);
        write(producer, length);
    }

    private void write(RingProducer producer, int length) {
        NumberedMessages.writePart(producer.buffer(), producer.offset(), 0, length / 2, number, committed);
        if (armed && moment.name().endsWith("PAYLOAD_HALF_WRITTEN")) {
            hold("there");
        }
        NumberedMessages.writePart(producer.buffer(), producer.offset(), length / 2, length, number, committed);
        producer.commit();
    }

    private void sendBatch(RingProducer producer) {
        while (!producer.tryClaimBatch(MESSAGES_PER_BATCH * RingProducer.batchBytes(BATCHED), 0)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        for (int i = 0; i < MESSAGES_PER_BATCH; i++) {
            int offset = producer.appendClaim(committed + i, BATCHED);
            NumberedMessages.writePart(producer.buffer(), offset, 0, BATCHED / 2, number, committed + i);
            if (i == 1) {
                hold("there");
            }
            NumberedMessages.writePart(producer.buffer(), offset, BATCHED / 2, BATCHED, number, committed + i);
        }
        completes = MESSAGES_PER_BATCH;
        producer.commit();
    }

    /** Ready is what it is behind the first fragment: see {@link #reached}. */
    private void offerFragments(RingProducer producer) {
        ByteBuffer message = NumberedMessages.message(FRAGMENTED, number, committed);
        recordsLeft = FRAGMENTS;
        while (!producer.offer(committed, message, 0, FRAGMENTED, 0)) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void fillAndWait(RingProducer producer, Doorbell bell) {
        while (producer.tryClaim(committed, MESSAGE, 0)) {
            write(producer, MESSAGE);
        }
        while (producer.tryClaim(committed, SHORT, 0)) {
            write(producer, SHORT);
        }
        bell.prepareWait();
        producer.requestWake();
        while (!producer.tryClaim(committed, MESSAGE, 0)) {
            bell.await(Doorbell.NEVER);
            bell.prepareWait();
            producer.requestWake();
        }
        bell.cancelWait();
        write(producer, MESSAGE);
    }

    private void reached(FailPoint.Step step) {
        if (step == FailPoint.Step.READY_STORED && --recordsLeft == 0) {
            committed += completes;
            recordsLeft = 1;
        }
        if (!armed) {
            if (step == FailPoint.Step.COMMITTED && !wasThere && recordsLeft == FRAGMENTS - 1) {
                arm();
            }
            return;
        }
        boolean announced = step == FailPoint.Step.ANNOUNCED || step == FailPoint.Step.FLUSH_ANNOUNCED;
        if (moment == Moment.CLAIM_FAILED && announced) {
            hold("announced");
        } else if (step == moment.step && stepsBefore-- == 0) {
            hold("there");
        }
    }

    private void hold(String where) {
        if (where.equals("there")) {
            armed = false;
            wasThere = true;
        }
        say(where);
        go.acquireUninterruptibly();
    }

    private void say(String where) {
        System.out.println(where + " " + name + " " + committed);
    }
}
