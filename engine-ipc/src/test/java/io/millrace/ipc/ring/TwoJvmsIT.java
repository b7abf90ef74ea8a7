// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.millrace.ipc.doorbell.Doorbell;
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

/** Rings between processes, on the real shared memory, while nobody dies. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TwoJvmsIT {
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(3);

    private TestDirectories directories;
    private Path path;

    @BeforeEach
    void makeDirectories() throws Exception {
        directories = new TestDirectories();
        path = directories.file("test.ring");
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        directories.close();
    }

    @Test
    void messagesCrossAndBothSidesSleepWithoutLosingAWakeUp() throws Exception {
        int messages = 20_000;
        SoakMessages received = new SoakMessages(1);
        try (RingConsumer consumer = RingConsumer.create(path, CONFIG, directories.lock());
                ChildJvm child = ChildJvm.start(ChildProducer.class, path, directories.base(), messages)) {
            Doorbell bell = consumer.doorbell();
            while (received.received() < messages) {
                if (consumer.poll(received, 100) == 0) {
                    bell.prepareWait();
                    if (consumer.poll(received, 100) == 0) {
                        bell.await(consumer.lookAgainAt(System.nanoTime()));
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

    @Test
    void aRingThatDoesNotFitIsRefused() throws Exception {
        Path small = Files.createDirectory(directories.file("small"));
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
        try (RingConsumer consumer = RingConsumer.create(path, CONFIG, directories.lock());
                RingProducer producer = RingProducer.open(path, directories.lock(), consumer.doorbell());
                Stream<Path> files = Files.list(path.getParent())) {
            assertThat(producer.isClosed()).isFalse();
            assertThat(files)
                    .hasSizeBetween(4, 5)
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
}
