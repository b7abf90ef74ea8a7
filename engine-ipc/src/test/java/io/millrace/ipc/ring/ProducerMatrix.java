// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import io.millrace.ipc.doorbell.Doorbells;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;

/**
 * Producers of two processes are brought to every step and place, each on a ring of its own. Then the processes get a
 * signal, which reaches all producers at once. Then each case is checked by itself.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class ProducerMatrix {
    private static final long HARD_LIMIT_SECONDS = 100;

    private final List<ProducerCase> cases;
    private final Map<ProducerCase, PausedCase> pausedCases = new HashMap<>();
    private final Attempts<ProducerCase> attempts = new Attempts<>();

    private TestDirectories directories;

    /** The process of the first producer of each case, and that of the second if there are two. */
    ChildJvm first;

    ChildJvm second;

    ProducerMatrix(List<ProducerCase> cases) {
        this.cases = cases;
    }

    final List<ProducerCase> cases() {
        return cases;
    }

    /** Signals the processes when all their producers are held. */
    abstract void signalProcesses() throws Exception;

    @BeforeAll
    @Timeout(value = HARD_LIMIT_SECONDS, unit = TimeUnit.SECONDS)
    final void holdAllAndSignal() throws Exception {
        directories = new TestDirectories();
        first = ChildJvm.start(ChildProducers.class, directories.base()).killedAfter(HARD_LIMIT_SECONDS);
        second = ChildJvm.start(ChildProducers.class, directories.base()).killedAfter(HARD_LIMIT_SECONDS);
        List<Path> rings = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            rings.add(directories.file("case-" + i + ".ring"));
        }
        Doorbells.makePipes(rings);
        for (int i = 0; i < cases.size(); i++) {
            ProducerCase held = cases.get(i);
            CaseRing ring = CaseRing.create(rings.get(i), directories.lock(), held.hasTwo() ? 3 : 2);
            PausedCase pausedCase = new PausedCase(held, ring, first, second);
            pausedCases.put(held, pausedCase);
            attempts.run(held, pausedCase::hold);
        }
        signalProcesses();
    }

    /** Runs a check for all cases that were prepared. */
    final void forEach(Consumer<PausedCase> check) {
        cases.forEach(held -> attempts.run(held, () -> check.accept(pausedCases.get(held))));
    }

    final PausedCase of(ProducerCase held) {
        attempts.check(held);
        return pausedCases.get(held);
    }

    @AfterAll
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    final void nothingIsLeft() throws IOException {
        first.close();
        second.close();
        pausedCases.values().forEach(held -> held.ring.close());
        directories.close();
    }
}
