package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.liveness.SharedDirectory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rings between processes, on the real shared memory, with real deaths. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TwoJvmsIT {
    static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(3);
    private static final int CELLS = CONFIG.capacityBytes() / 64;

    private Path base;
    private SharedDirectory own;
    private Path path;

    @BeforeEach
    void makeDirectory() throws Exception {
        Path memory = SharedDirectory.defaultBase().getParent();
        base = Files.createTempDirectory(memory, "millrace-test-");
        own = SharedDirectory.create(base, "parent");
        path = own.path().resolve("test.ring");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        own.close();
        SharedDirectory.removeDead(base);
        assertThat(base).isEmptyDirectory();
        Files.delete(base);
    }

    @Test
    void messagesCrossAndBothSidesSleepWithoutLosingAWakeUp() throws Exception {
        int messages = 20_000;
        SoakMessages received = new SoakMessages(1);
        try (RingConsumer consumer = RingConsumer.create(path, CONFIG, own.lock());
                ChildJvm child = ChildJvm.start(ChildProducer.class, path, base, messages, "NONE")) {
            Doorbell bell = consumer.doorbell();
            while (received.received() < messages) {
                if (consumer.poll(received, 100) == 0) {
                    bell.prepareWait();
                    if (consumer.poll(received, 100) == 0) {
                        bell.block();
                    } else {
                        bell.cancelWait();
                    }
                }
            }
            child.await("done");
            child.awaitEnd();
            assertThat(consumer.counters().commits()).isEqualTo(messages);
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"REGISTERED", "ANNOUNCED", "CLAIMED", "DESCRIBED", "WRITTEN_IN_PART", "COMMITTED"})
    void whatAKilledProducerHeldIsReclaimed(String step) throws Exception {
        int messages = step.equals("REGISTERED") ? 1 : 50;
        int committed = step.equals("COMMITTED") ? messages : messages - 1;
        SoakMessages received = new SoakMessages(1);
        try (RingConsumer consumer = RingConsumer.create(path, CONFIG, own.lock());
                RingProducer other = RingProducer.open(path, own.lock(), null);
                ChildJvm child = ChildJvm.start(ChildProducer.class, path, base, messages, step)) {
            child.await("paused");
            List<Integer> others = new ArrayList<>();
            MessageHandler handler = (task, buffer, offset, length) -> {
                if (length == 4) {
                    others.add(buffer.getInt(offset));
                } else {
                    received.onMessage(task, buffer, offset, length);
                }
            };
            offer(other, 1);
            drain(consumer, handler);
            assertThat(received.received()).isEqualTo(committed);
            assertThat(others).containsExactly(1);
            assertThat(consumer.counters().abandoned()).isZero();
            boolean holds = List.of("CLAIMED", "DESCRIBED", "WRITTEN_IN_PART").contains(step);
            assertThat(consumer.isStalled()).isEqualTo(holds);

            child.kill();
            drain(consumer, handler);
            assertThat(consumer.counters().abandoned()).isEqualTo(holds ? 1 : 0);
            others.clear();
            for (int i = 0; i < 3 * CELLS; i++) {
                offer(other, i);
                drain(consumer, handler);
            }
            assertThat(others).hasSize(3 * CELLS).isSorted();
            consumer.reclaim();
            assertThat(consumer.counters().producers()).isEqualTo(1);
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
            assertThat(received.received()).isEqualTo(committed);
            assertThat(SharedDirectory.removeDead(base)).hasSize(1);
        }
    }

    @Test
    void aStoppedProducerKeepsItsClaimAndGoesOn() throws Exception {
        SoakMessages received = new SoakMessages(1);
        try (RingConsumer consumer = RingConsumer.create(path, CONFIG, own.lock());
                RingProducer other = RingProducer.open(path, own.lock(), null);
                ChildJvm child = ChildJvm.start(ChildProducer.class, path, base, 1, "CLAIMED")) {
            child.await("paused");
            child.signal("STOP");
            int sent = 0;
            int[] others = {0};
            MessageHandler handler = (task, buffer, offset, length) -> {
                if (length == 4) {
                    others[0]++;
                } else {
                    received.onMessage(task, buffer, offset, length);
                }
            };
            while (offer(other, sent)) {
                sent++;
                drain(consumer, handler);
            }
            assertThat(sent).isGreaterThan(CELLS / 2);
            assertThat(others[0]).isEqualTo(sent);
            assertThat(consumer.counters().abandoned()).isZero();
            assertThat(consumer.counters().free()).isZero();
            child.signal("CONT");
            child.goOn();
            child.await("done");
            drain(consumer, handler);
            assertThat(received.received()).isEqualTo(1);
            assertThat(consumer.counters().free()).isEqualTo(consumer.counters().tail());
            child.awaitEnd();
        }
    }

    @Test
    void aNewConsumerGoesOnWhereAKilledOneWas() throws Exception {
        try (ChildJvm child = ChildJvm.start(ChildConsumer.class, path, base, 5)) {
            child.await("ready");
            try (RingProducer producer = RingProducer.open(path, own.lock(), null)) {
                for (int i = 1; i <= 3; i++) {
                    offer(producer, i);
                }
                ByteBuffer batched = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
                producer.tryClaimBatch(3 * RingProducer.batchBytes(4), 0);
                for (int i = 4; i <= 6; i++) {
                    producer.append(0, batched.putInt(0, i), 0, 4);
                }
                producer.commit();
                offer(producer, 7);
                child.await("paused");
                assertThatThrownBy(() -> RingConsumer.reopen(path, own.lock())).hasMessageContaining("not proven dead");
                child.kill();
                List<Integer> received = new ArrayList<>();
                try (RingConsumer consumer = RingConsumer.reopen(path, own.lock())) {
                    offer(producer, 8);
                    drain(consumer, (task, buffer, offset, length) -> received.add(buffer.getInt(offset)));
                    assertThat(received).containsExactly(5, 6, 7, 8);
                    assertThat(consumer.counters().consumerRestarts()).isEqualTo(1);
                    assertThat(consumer.counters().free())
                            .isEqualTo(consumer.counters().tail());
                }
            }
        }
    }

    @Test
    void whatWasReadBehindARecordBeingWrittenIsNotReadAgain() throws Exception {
        try (ChildJvm child = ChildJvm.start(ChildConsumer.class, path, base, 3)) {
            child.await("ready");
            try (RingProducer slow = RingProducer.open(path, own.lock(), null);
                    RingProducer producer = RingProducer.open(path, own.lock(), null)) {
                slow.tryClaim(0, 4, 0);
                for (int i = 1; i <= 4; i++) {
                    offer(producer, i);
                }
                child.await("paused");
                child.kill();
                List<Integer> received = new ArrayList<>();
                try (RingConsumer consumer = RingConsumer.reopen(path, own.lock())) {
                    MessageHandler handler = (task, buffer, offset, length) -> received.add(buffer.getInt(offset));
                    drain(consumer, handler);
                    slow.buffer().putInt(slow.offset(), 0);
                    slow.commit();
                    drain(consumer, handler);
                    assertThat(received).containsExactly(3, 4, 0);
                    assertThat(consumer.counters().free())
                            .isEqualTo(consumer.counters().tail());
                }
            }
        }
    }

    @Test
    void aRingThatDoesNotFitIsRefused() throws Exception {
        Path small = Files.createDirectory(own.path().resolve("small"));
        List<String> privateMount = List.of(
                "unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=256k tmpfs " + small + " && exec \"$@\"", "sh");
        Process trial = new ProcessBuilder(concat(privateMount, "true"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        assumeThat(trial.waitFor())
                .as("a private mount needs root and util-linux")
                .isZero();
        try (ChildJvm child = ChildJvm.start(privateMount, ChildOnSmallDisk.class, small)) {
            assertThat(child.nextLine())
                    .startsWith("cannot make " + small.resolve("test.ring"))
                    .contains("No space left on device", "make room there, make it smaller");
            child.await("0");
            child.awaitEnd();
        }
    }

    @Test
    void ringAndDoorbellAreForTheirOwnerOnly() throws Exception {
        try (RingConsumer consumer = RingConsumer.create(path, CONFIG, own.lock());
                RingProducer producer = RingProducer.open(path, own.lock(), consumer.doorbell());
                Stream<Path> files = Files.list(own.path())) {
            assertThat(producer.isClosed()).isFalse();
            assertThat(files)
                    .hasSize(4)
                    .allSatisfy(file -> assertThat(
                                    Files.getPosixFilePermissions(file).toString())
                            .doesNotContain("GROUP", "OTHERS"));
        }
    }

    private static List<String> concat(List<String> prefix, String last) {
        List<String> command = new ArrayList<>(prefix);
        command.add(last);
        return command;
    }

    private static boolean offer(RingProducer producer, int number) {
        ByteBuffer message =
                ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(0, number);
        return producer.offer(0, message, 0, 4, 0);
    }

    private static void drain(RingConsumer consumer, MessageHandler handler) {
        consumer.doorbell().prepareWait();
        for (int i = 0; i < 4; i++) {
            consumer.poll(handler, Integer.MAX_VALUE);
        }
        consumer.doorbell().cancelWait();
    }
}
