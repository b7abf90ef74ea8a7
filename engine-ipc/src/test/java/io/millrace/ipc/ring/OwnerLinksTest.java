// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.liveness.ProcessLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Owner links exist as long as they are needed, and no longer. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class OwnerLinksTest {
    private static final RingConfig CONFIG =
            RingConfig.defaults().withCapacityBytes(64 << 10).withMaxProducers(2);

    @TempDir
    Path directory;

    @Test
    void aRingThatIsDeletedLeavesThoseOfARingWhoseNameBeginsAlike() throws Exception {
        try (ProcessLock process = ProcessLock.acquire(directory);
                RingConsumer longer = RingConsumer.create(directory.resolve("in.2"), CONFIG, process);
                RingProducer producer = RingProducer.open(longer.path(), process, null)) {
            RingConsumer.create(directory.resolve("in"), CONFIG, process).close();
            assertThat(linksBeside(producer.path())).hasSize(2);
        }
    }

    @Test
    void reclaimRemovesThoseThatNothingNamesOnceTheirProcessIsDead() throws Exception {
        try (ProcessLock process = ProcessLock.acquire(directory);
                RingConsumer consumer = RingConsumer.create(directory.resolve("in"), CONFIG, process);
                RingProducer producer = RingProducer.open(consumer.path(), process, null)) {
            ProcessLock registering = ProcessLock.acquire(directory);
            OwnerLinks.link(consumer.path(), RingFile.newRegistration(), registering);
            consumer.reclaim();
            assertThat(linksBeside(consumer.path())).hasSize(3);
            registering.close();
            consumer.reclaim();
            assertThat(linksBeside(consumer.path())).hasSize(2);
            assertThat(producer.isClosed()).isFalse();
        }
    }

    @Test
    void theProcessLockIsGivenBackEvenIfALinkCannotBeRemoved() throws Exception {
        try (ProcessLock ofConsumer = ProcessLock.acquire(directory);
                RingConsumer consumer = RingConsumer.create(directory.resolve("in"), CONFIG, ofConsumer)) {
            ProcessLock process = ProcessLock.acquire(directory);
            List<Path> before = linksBeside(consumer.path());
            FailPoint failure = step -> {
                if (step == FailPoint.Step.LINKED) {
                    replaceByFullDirectory(consumer.path(), before);
                    throw new IllegalStateException("failed after the link");
                }
            };

            assertThatThrownBy(() -> RingProducer.open(consumer.path(), process, null, failure))
                    .hasMessage("failed after the link");

            process.close();
            assertThat(process.file()).doesNotExist();
            List<Path> left = new ArrayList<>(linksBeside(consumer.path()));
            left.removeAll(before);
            Files.delete(left.get(0).resolve("content"));
        }
    }

    /** What a deletion cannot remove, whoever tries. */
    private static void replaceByFullDirectory(Path ring, List<Path> others) {
        try {
            List<Path> links = new ArrayList<>(linksBeside(ring));
            links.removeAll(others);
            Files.delete(links.get(0));
            Files.createDirectories(links.get(0).resolve("content"));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> linksBeside(Path ring) throws Exception {
        try (Stream<Path> files = Files.list(ring.getParent())) {
            String prefix = ring.getFileName() + ".";
            return files.filter(file -> file.getFileName().toString().startsWith(prefix)
                            && file.getFileName().toString().endsWith(".owner"))
                    .toList();
        }
    }
}
