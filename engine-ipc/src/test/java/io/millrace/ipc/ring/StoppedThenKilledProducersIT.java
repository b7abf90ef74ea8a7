// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Producers are stopped for as long as the others need to fill the ring; then suspicion becomes proof. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class StoppedThenKilledProducersIT extends ProducerMatrix {
    StoppedThenKilledProducersIT() {
        super(ProducerCase.all());
    }

    @Override
    void signalProcesses() throws Exception {
        first.stop();
        second.stop();
        forEach(held -> held.checkFlow(held.producers(), List.of()));
        first.kill();
        second.kill();
    }

    @ParameterizedTest(name = "SIGSTOP at {0}; SIGKILL")
    @MethodSource("cases")
    void whatTheyHeldIsReclaimed(ProducerCase held) throws Exception {
        PausedCase dead = of(held);
        dead.checkRingGoesOn(dead.producers());
    }
}
