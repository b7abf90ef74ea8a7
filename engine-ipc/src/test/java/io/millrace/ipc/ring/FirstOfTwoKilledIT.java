// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two claims are adjacent. The process of the first is killed while that of the second is stopped; then the second
 * continues.
 */
@Timeout(value = 20, unit = TimeUnit.SECONDS)
class FirstOfTwoKilledIT extends ProducerMatrix {
    FirstOfTwoKilledIT() {
        super(ProducerCase.withTwo());
    }

    @Override
    void signalProcesses() throws Exception {
        second.stop();
        first.kill();
        forEach(held ->
                held.checkFlow(held.producers().subList(1, 2), held.producers().subList(0, 1)));
        second.goOnRunning();
    }

    @ParameterizedTest(name = "SIGKILL of the first at {0}, SIGSTOP of the other")
    @MethodSource("cases")
    void onlyTheDeadOnesClaimIsReclaimed(ProducerCase held) throws Exception {
        PausedCase both = of(held);
        both.producers().get(1).finish();
        both.producers().get(1).awaitEnd();
        both.checkRingGoesOn(List.of(both.producers().get(0)));
    }
}
