// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class EveryFailPointTest {
    @Test
    void aRealProcessIsKilledThere() {
        Set<FailPoint.Step> visited = EnumSet.of(FailPoint.Step.TAKEN_OVER); // TakeOverIT
        Stream.concat(
                        Stream.of(Moment.values()).map(moment -> moment.step),
                        Stream.of(ConsumerMoment.values()).map(moment -> moment.step))
                .filter(Objects::nonNull)
                .forEach(visited::add);
        assertThat(visited).isEqualTo(EnumSet.allOf(FailPoint.Step.class));
    }
}
