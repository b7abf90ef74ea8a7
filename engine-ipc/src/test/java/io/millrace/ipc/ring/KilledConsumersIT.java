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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Consumers are killed at every moment, and others take their rings over: what is promised then, and no more, is handed
 * over again.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class KilledConsumersIT {
    private static final long HARD_LIMIT_SECONDS = 100;

    private final Map<ConsumerCase, PausedConsumerCase> pausedCases = new HashMap<>();
    private final Attempts<ConsumerCase> attempts = new Attempts<>();

    private TestDirectories directories;
    private ChildJvm consumers;
    private ChildJvm livingProducers;
    private ChildJvm deadProducers;

    @BeforeAll
    @Timeout(value = HARD_LIMIT_SECONDS, unit = TimeUnit.SECONDS)
    void holdAllAndKill() throws Exception {
        directories = new TestDirectories();
        Path base = directories.base();
        consumers = ChildJvm.start(ChildConsumers.class, base).killedAfter(HARD_LIMIT_SECONDS);
        livingProducers = ChildJvm.start(ChildProducers.class, base).killedAfter(HARD_LIMIT_SECONDS);
        deadProducers = ChildJvm.start(ChildProducers.class, base).killedAfter(HARD_LIMIT_SECONDS);
        List<ConsumerCase> cases = ConsumerCase.all();
        List<Path> withDoorbells = new ArrayList<>();
        for (int i = 0; i < cases.size(); i++) {
            withDoorbells.add(ringOf(i));
            withDoorbells.add(bellOf(i));
        }
        Doorbells.makePipes(withDoorbells);
        for (int i = 0; i < cases.size(); i++) {
            int index = i;
            ConsumerCase held = cases.get(i);
            attempts.run(held, () -> {
                ChildJvm producers = held.before().isDead() ? deadProducers : livingProducers;
                pausedCases.put(
                        held,
                        new PausedConsumerCase(
                                held, ringOf(index), directories.lock(), bellOf(index), consumers, producers));
                pausedCases.get(held).send();
            });
        }
        deadProducers.kill();
        cases.forEach(held -> attempts.run(held, () -> pausedCases.get(held).hold()));
        consumers.kill();
    }

    private Path ringOf(int index) {
        return directories.file("case-" + index + ".ring");
    }

    private Path bellOf(int index) {
        return directories.file("bell-" + index);
    }

    static List<ConsumerCase> cases() {
        return ConsumerCase.all();
    }

    @ParameterizedTest(name = "SIGKILL at {0}")
    @MethodSource("cases")
    void theNextConsumerGetsWhatIsPromised(ConsumerCase held) throws Exception {
        attempts.check(held);
        pausedCases.get(held).checkTakeOver();
        pausedCases.get(held).checkRingGoesOn();
    }

    @AfterAll
    @Timeout(value = 30, unit = TimeUnit.SECONDS)
    void nothingIsLeft() throws IOException {
        consumers.close();
        livingProducers.close();
        deadProducers.close();
        pausedCases.values().forEach(PausedConsumerCase::close);
        directories.close();
    }
}
