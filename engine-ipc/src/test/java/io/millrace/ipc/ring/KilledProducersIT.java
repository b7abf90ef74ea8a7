// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Producers are killed before the consumer has looked at anything that they hold. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class KilledProducersIT extends ProducerMatrix {
    KilledProducersIT() {
        super(ProducerCase.all());
    }

    @Override
    void signalProcesses() throws Exception {
        first.kill();
        second.kill();
    }

    @ParameterizedTest(name = "SIGKILL at {0}")
    @MethodSource("cases")
    void theRingIsAsIfTheyHadNeverBeen(ProducerCase held) throws Exception {
        PausedCase dead = of(held);
        dead.checkRingGoesOn(dead.producers());
    }
}
