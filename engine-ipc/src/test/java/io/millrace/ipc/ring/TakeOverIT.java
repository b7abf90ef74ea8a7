// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.ipc.doorbell.Doorbell;
import io.millrace.ipc.doorbell.Doorbells;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may take a ring over: one process, and only after the death of the one before. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class TakeOverIT {
    private static final int RINGS = 50;
    private static final long HARD_LIMIT_SECONDS = 60;

    private final List<ChildJvm> children = new ArrayList<>();
    private TestDirectories directories;

    @BeforeEach
    void makeDirectories() throws Exception {
        directories = new TestDirectories();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        children.forEach(ChildJvm::close);
        directories.close();
    }

    @Test
    void ofTwoCandidatesAtOnceOneGetsIt() throws Exception {
        List<Path> rings = new ArrayList<>();
        for (int i = 0; i < RINGS; i++) {
            rings.add(directories.file("case-" + i + ".ring"));
        }
        Doorbells.makePipes(rings);
        ChildJvm dead = startConsumers(rings);
        ChildJvm one = start();
        ChildJvm other = start();
        assertThat(reopen(one, rings.get(0), "NONE")).isEqualTo("refused");
        assertThat(reopen(other, rings.get(0), "NONE")).isEqualTo("refused");
        dead.kill();
        for (Path ring : rings) {
            one.send("reopen " + ring + " NONE");
            other.send("reopen " + ring + " NONE");
        }
        for (Path ring : rings) {
            assertThat(List.of(one.nextLine(), other.nextLine()))
                    .as("%s", ring)
                    .containsExactlyInAnyOrder("got", "refused");
            assertThat(linksBeside(ring)).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LINKED", "TAKEN_OVER"})
    void aCandidateThatIsKilledLeavesTheRingToTheNext(String step) throws Exception {
        Path ring = directories.file("case-0.ring");
        startConsumers(List.of(ring)).kill();
        ChildJvm candidate = start();
        assertThat(reopen(candidate, ring, step)).isEqualTo("there");
        if (step.equals("TAKEN_OVER")) {
            assertThatThrownBy(() -> RingConsumer.reopen(ring, directories.lock()))
                    .hasMessageContaining("not proven dead");
        }
        candidate.kill();
        try (RingConsumer consumer = RingConsumer.reopen(ring, directories.lock())) {
            consumer.reclaim();
            assertThat(linksBeside(ring)).hasSize(1);
        }
    }

    @Test
    void whoIsOvertakenWhileItTakesOverIsRefused() throws Exception {
        Path ring = directories.file("case-0.ring");
        startConsumers(List.of(ring)).kill();
        ChildJvm slow = start();
        assertThat(reopen(slow, ring, "LINKED")).isEqualTo("there");
        try (RingConsumer consumer = RingConsumer.reopen(ring, directories.lock())) {
            slow.goOn();
            assertThat(slow.nextLine()).isEqualTo("refused");
            consumer.reclaim();
            assertThat(linksBeside(ring)).hasSize(1);
        }
    }

    @Test
    void aStoppedConsumerKeepsItsRingAndWakesWhoSleptMeanwhile() throws Exception {
        Path path = directories.file("case-0.ring");
        ChildJvm stopped = startConsumers(List.of(path));
        try (Doorbell bell = Doorbells.create(directories.file("bell"));
                CaseRing ring = CaseRing.open(path, directories.lock(), bell)) {
            stopped.stop();
            while (ring.sendIfRoom(100)) {}
            assertThatThrownBy(() -> RingConsumer.reopen(path, directories.lock()))
                    .hasMessageContaining("not proven dead");
            assertThatThrownBy(() -> RingConsumer.create(path, CaseRing.config(2), directories.lock()))
                    .hasMessageContaining("not proven dead");
            CountDownLatch full = new CountDownLatch(1);
            FutureTask<Boolean> sleeper = new FutureTask<>(() -> ring.sendAfterSleep(bell, 100, full::countDown));
            new Thread(sleeper, "sleeper").start();
            // Not before it has found the ring full: it would find room then, and not sleep.
            full.await();
            assertThat(sleeper.isDone()).isFalse();
            stopped.goOnRunning();
            assertThat(sleeper.get()).isTrue();
            ring.drain();
            stopped.send("stop case-0");
            assertThat(stopped.nextLine()).startsWith("ready case-0 " + ring.sent());
        }
    }

    private ChildJvm start() throws IOException {
        ChildJvm child =
                ChildJvm.start(ChildConsumers.class, directories.base()).killedAfter(HARD_LIMIT_SECONDS);
        children.add(child);
        return child;
    }

    /** A process that consumes these rings. */
    private ChildJvm startConsumers(List<Path> rings) throws IOException {
        ChildJvm child = start();
        for (Path ring : rings) {
            String name = ring.getFileName().toString().replace(".ring", "");
            child.send(String.join(" ", "start", name, ring.toString(), ConsumerMoment.BETWEEN_POLLS.name()));
            assertThat(child.nextLine()).startsWith("started " + name);
            if (rings.size() > 1) {
                child.send("stop " + name);
                assertThat(child.nextLine()).startsWith("ready " + name);
            }
        }
        return child;
    }

    private static String reopen(ChildJvm candidate, Path ring, String heldAt) throws IOException {
        candidate.send("reopen " + ring + " " + heldAt);
        return candidate.nextLine();
    }

    private static List<Path> linksBeside(Path ring) throws IOException {
        try (Stream<Path> files = Files.list(ring.getParent())) {
            String name = ring.getFileName().toString();
            return files.filter(file -> file.getFileName().toString().matches(name + "\\..*\\.owner"))
                    .toList();
        }
    }
}
