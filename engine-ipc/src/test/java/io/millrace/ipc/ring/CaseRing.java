// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.ProcessLock;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The ring of one case. Its consumer and one producer are in the test's process; other producers are held in child
 * processes.
 */
final class CaseRing implements AutoCloseable {
    static final int CELLS = 1024;

    /** Numbers of producers: first the living one, then the held ones, then those that reuse slots. */
    static final int LIVING = 0;

    static final int PRODUCERS = 6;

    private static final int HEIRS = 3;
    private static final int CLEAN_LAPS = 3;
    private static final int SHORT = 60;

    final String name;
    final Path path;
    final NumberedMessages received = new NumberedMessages(PRODUCERS);

    /** Null while a consumer in a child reads. */
    RingConsumer consumer;

    private final ProcessLock process;
    private final RingFile file;
    private final RingCounters counters;
    private final RingProducer living;
    private final List<RingProducer> heirs = new ArrayList<>();
    private final int[] sent = new int[PRODUCERS];
    private final Random random = new Random(7);

    private CaseRing(Path path, ProcessLock process, RingConsumer consumer, Doorbell bell) throws IOException {
        this.name = path.getFileName().toString().replace(".ring", "");
        this.path = path;
        this.process = process;
        this.consumer = consumer;
        this.file = RingFile.open(path);
        this.counters = RingCounters.open(path);
        this.living = RingProducer.open(path, process, bell);
    }

    /** @param slots one is for the living */
    static CaseRing create(Path path, ProcessLock process, int slots) throws IOException {
        return new CaseRing(path, process, RingConsumer.create(path, config(slots), process), null);
    }

    /** The ring of a consumer in a child. */
    static CaseRing open(Path path, ProcessLock process, Doorbell bell) throws IOException {
        return new CaseRing(path, process, null, bell);
    }

    static RingConfig config(int slots) {
        return RingConfig.defaults()
                .withCapacityBytes(CELLS * Descriptor.CELL_LENGTH)
                .withMaxProducers(slots);
    }

    /** More than a lap, so that leftovers lie everywhere. */
    void runIn() {
        run(CELLS + 100);
    }

    /** Sends short messages until tail is at this cell; the last ones are not read yet. */
    void fillTo(int cell) {
        while ((tail() & CELLS - 1) != cell) {
            send(LIVING, living, SHORT);
            if (tail() - free() > CELLS / 4) {
                drain();
            }
        }
    }

    void sendOne(int length) {
        assertThat(send(LIVING, living, length)).as("room").isTrue();
    }

    /** One record of so many messages. */
    void sendBatch(int count) {
        assertThat(living.tryClaimBatch(count * RingProducer.batchBytes(SHORT), 0))
                .isTrue();
        for (int i = 0; i < count; i++) {
            int number = sent[LIVING]++;
            NumberedMessages.write(living.buffer(), living.appendClaim(number, SHORT), SHORT, LIVING, number);
        }
        living.commit();
    }

    /** Polls as before a sleep. */
    void requestWake(Doorbell own) {
        own.prepareWait();
        living.requestWake();
    }

    /**
     * Sleeps until there is room; sleeps again after a needless wake-up.
     *
     * @param full run when the ring is still full after the request for a wake-up, so that only the wake-up helps
     * @return false if there was room without a sleep
     */
    boolean sendAfterSleep(Doorbell own, int length, Runnable full) {
        boolean slept = false;
        while (true) {
            requestWake(own);
            if (sendIfRoom(length)) {
                own.cancelWait();
                return slept;
            }
            full.run();
            own.await(Doorbell.NEVER);
            slept = true;
        }
    }

    /** How many messages the living one has sent. */
    int sent() {
        return sent[LIVING];
    }

    /** Sends some messages, as many as have room. */
    void sendSome() {
        for (int i = 0; i < 5; i++) {
            send(LIVING, living, randomLength());
        }
    }

    /** Sends and reads cells, more than these if need be, or until the ring is full. */
    void run(long cells) {
        long end = tail() + cells;
        while (tail() < end && send(LIVING, living, randomLength())) {
            for (int heir = 0; heir < heirs.size(); heir++) {
                send(HEIRS + heir, heirs.get(heir), randomLength());
            }
            if (consumer != null && random.nextInt(4) == 0) {
                drain();
            }
        }
        drain();
    }

    private int randomLength() {
        return NumberedMessages.HEAD + random.nextInt(random.nextInt(4) == 0 ? 2000 : 200);
    }

    private boolean send(int number, RingProducer producer, int length) {
        if (trySend(number, producer, length)) {
            return true;
        }
        drain();
        return trySend(number, producer, length);
    }

    /** Does not read. */
    boolean sendIfRoom(int length) {
        return trySend(LIVING, living, length);
    }

    private boolean trySend(int number, RingProducer producer, int length) {
        if (!producer.tryClaim(sent[number], length, 0)) {
            return false;
        }
        NumberedMessages.write(producer.buffer(), producer.offset(), length, number, sent[number]);
        producer.commit();
        sent[number]++;
        return true;
    }

    /**
     * Reads as before a sleep, and so asks about the owners of unfinished records; or waits until the consumer in the
     * child has read.
     */
    void drain() {
        if (consumer == null) {
            while (free() != tail()) {
                ChildJvm.yieldUnlessTimedOut();
            }
            return;
        }
        consumer.doorbell().prepareWait();
        for (int i = 0; i < 4; i++) {
            consumer.poll(received, Integer.MAX_VALUE);
        }
        consumer.doorbell().cancelWait();
    }

    /** Makes this process the consumer. The previous consumer had handled so many messages of each producer. */
    void takeOver(int[] handled) throws IOException {
        for (int producer = 0; producer < PRODUCERS; producer++) {
            received.startAt(producer, handled[producer]);
        }
        consumer = RingConsumer.reopen(path, process);
    }

    long tail() {
        return counters.tail();
    }

    long free() {
        return counters.free();
    }

    /** The shared content of these cells: descriptors, heads and payload. */
    byte[] bytesOf(long begin, long end) {
        byte[] bytes = new byte[(int) (end - begin) * (Descriptor.DESCRIPTOR_LENGTH + Descriptor.CELL_LENGTH)];
        int at = 0;
        for (long position = begin; position < end; position++) {
            file.memory.view().get(file.descriptorOffset(position), bytes, at, Descriptor.DESCRIPTOR_LENGTH);
            at += Descriptor.DESCRIPTOR_LENGTH;
            file.memory.view().get(file.cellOffset(position), bytes, at, Descriptor.CELL_LENGTH);
            at += Descriptor.CELL_LENGTH;
        }
        return bytes;
    }

    /** Checks that all messages of the living producer have arrived. */
    void checkLiving() {
        assertThat(received.received(LIVING)).as("messages of the living").isEqualTo(sent[LIVING]);
    }

    /** Other producers reuse the slots of dead ones, and all run clean laps. */
    void runCleanLaps(int gone) throws IOException {
        // Done before the consumer reaches the dead claims: a slot that is reused too early would keep them alive.
        consumer.reclaim();
        for (int heir = 0; heir < gone; heir++) {
            heirs.add(takeSlot());
        }
        drain();
        long abandoned = counters.abandoned();
        run(CLEAN_LAPS * CELLS);
        for (int number : new int[] {LIVING, HEIRS, HEIRS + heirs.size() - 1}) {
            assertThat(sent[number]).isPositive();
            assertThat(received.received(number))
                    .as("messages of producer %d", number)
                    .isEqualTo(sent[number]);
        }
        assertThat(free()).as("free").isEqualTo(tail());
        assertThat(counters.abandoned()).isEqualTo(abandoned);
        assertThat(counters.corruptRecords()).isZero();
    }

    /** The first producer that finds no slot requests one, and the consumer frees slots at its next poll. */
    private RingProducer takeSlot() throws IOException {
        try {
            return RingProducer.open(path, process, null);
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("slots of the dead are free when the consumer has polled");
            drain();
            return RingProducer.open(path, process, null);
        }
    }

    /**
     * Checks that nothing of dead producers is left: no slot, and beside the ring only its doorbell and the links of
     * living users.
     */
    void checkNothingIsLeft() throws IOException {
        heirs.forEach(RingProducer::close);
        heirs.clear();
        consumer.reclaim();
        assertThat(counters.producers()).isEqualTo(1);
        List<String> files = new ArrayList<>();
        try (DirectoryStream<Path> own = Files.newDirectoryStream(path.getParent(), name + ".*")) {
            own.forEach(each -> files.add(each.getFileName().toString().replaceAll("[0-9a-f]{16}", "*")));
        }
        // Where threads wait for a change of a word there is none
        files.remove(name + ".ring.read");
        assertThat(files)
                .containsExactlyInAnyOrder(
                        name + ".ring", name + ".ring.bell", name + ".ring.*.owner", name + ".ring.*.owner");
    }

    @Override
    public void close() {
        heirs.forEach(RingProducer::close);
        living.close();
        if (consumer != null) {
            consumer.close();
        }
    }
}
