// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A process that was killed and whose parent has not asked for its end yet: it has a number, and to the kernel it
 * exists.
 */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ZombieIT {
    /** A parent that can be kept from asking, which a JVM does at once. */
    private static final List<String> PARENT = List.of("sh", "-c", "exec 3<&0; \"$@\" <&3 & echo $!; wait", "sh");

    private TestDirectories directories;

    @BeforeEach
    void makeDirectories() throws Exception {
        directories = new TestDirectories();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        directories.close();
    }

    @Test
    void isProvenDeadThoughItsNumberLives() throws Exception {
        Path path = directories.file("case-0.ring");
        try (CaseRing ring = CaseRing.create(path, directories.lock(), 2);
                ChildJvm parent = ChildJvm.start(PARENT, ChildProducers.class, directories.base())
                        .killedAfter(60)) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(parent.nextLine())).orElseThrow();
            try {
                RemoteProducer producer = new RemoteProducer(ring, 1, parent, Moment.CLAIMED, Place.START);
                producer.start();
                ring.fillTo(0);
                producer.claim();
                parent.stop();
                child.destroyForcibly();
                ChildJvm.awaitState(child.pid(), 'Z');
                assertThat(child.isAlive()).isTrue();
                ring.drain();
                assertThat(ring.consumer.counters().abandoned()).isEqualTo(1);
                assertThat(child.isAlive()).isTrue();
                ring.runCleanLaps(1);
                ring.checkNothingIsLeft();
                assertThat(directories.removeDead()).hasSize(1);
                parent.goOnRunning();
                parent.awaitEnd();
            } finally {
                child.destroyForcibly();
            }
        }
    }
}
