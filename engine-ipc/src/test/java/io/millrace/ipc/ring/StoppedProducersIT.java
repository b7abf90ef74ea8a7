// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Producers are stopped for as long as the others need to fill the ring, and go on. */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class StoppedProducersIT extends ProducerMatrix {
    StoppedProducersIT() {
        super(ProducerCase.all());
    }

    @Override
    void signalProcesses() throws Exception {
        first.stop();
        second.stop();
        forEach(held -> held.checkFlow(held.producers(), List.of()));
        first.goOnRunning();
        second.goOnRunning();
    }

    @ParameterizedTest(name = "SIGSTOP at {0}; SIGCONT")
    @MethodSource("cases")
    void theirRecordsArriveIntact(ProducerCase held) throws Exception {
        PausedCase stopped = of(held);
        for (RemoteProducer producer : stopped.producers()) {
            producer.finish();
        }
        // Any of them may need the room that another one holds.
        for (RemoteProducer producer : stopped.producers()) {
            producer.awaitEnd();
        }
        stopped.checkRingGoesOn(List.of());
    }
}
