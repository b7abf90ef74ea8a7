// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two claims are adjacent. The process of the second is killed while that of the first is stopped; then the first
 * continues.
 */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class SecondOfTwoKilledIT extends ProducerMatrix {
    SecondOfTwoKilledIT() {
        super(ProducerCase.withTwo());
    }

    @Override
    void signalProcesses() throws Exception {
        first.stop();
        second.kill();
        forEach(held ->
                held.checkFlow(held.producers().subList(0, 1), held.producers().subList(1, 2)));
        first.goOnRunning();
    }

    @ParameterizedTest(name = "SIGKILL of the second at {0}, SIGSTOP of the other")
    @MethodSource("cases")
    void onlyTheDeadOnesClaimIsReclaimed(ProducerCase held) throws Exception {
        PausedCase both = of(held);
        both.producers().get(0).finish();
        both.producers().get(0).awaitEnd();
        both.checkRingGoesOn(List.of(both.producers().get(1)));
    }
}
