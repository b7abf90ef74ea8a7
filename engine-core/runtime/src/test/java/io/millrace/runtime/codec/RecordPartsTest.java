// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** A registered record needs no registration of its parts. */
class RecordPartsTest {

    enum Side {
        BUY,
        SELL {
            @Override
            public String toString() {
                return "sell";
            }
        }
    }

    record Leg(String symbol, BigDecimal price) {}

    sealed interface Event permits Opened, Closed {}

    record Opened(Instant at) implements Event {}

    record Closed(Duration after, Optional<String> reason) implements Event {}

    record Trade(
            UUID id,
            Side side,
            Leg first,
            List<Leg> legs,
            Map<Side, List<Event>> events,
            int[] sizes,
            Leg[] more,
            Trade parent,
            Integer boxed) {}

    /** A class that is no record, which must be named. */
    static final class Plain {}

    record WithPlain(Plain plain) {}

    @Test
    void allPartsSurvive() {
        ValuesCodec codec = new ValuesCodec(List.of(Trade.class));
        Trade trade = new Trade(
                UUID.randomUUID(),
                Side.SELL,
                new Leg("A", new BigDecimal("1.50")),
                new ArrayList<>(List.of(new Leg("B", BigDecimal.ONE))),
                Map.of(Side.BUY, List.of(new Opened(Instant.EPOCH), new Closed(Duration.ZERO, Optional.of("end")))),
                new int[] {1, 2},
                new Leg[] {new Leg("C", null)},
                new Trade(null, null, null, null, null, null, null, null, null),
                7);

        Object[] alone = {trade};
        ByteBuffer buffer = ByteBuffer.allocate(codec.sizeOf(alone));
        int end = codec.write(buffer, 0, alone);
        Trade read = (Trade) new ValuesCodec(List.of(Trade.class)).read(buffer, 0, end)[0];

        assertThat(read).usingRecursiveComparison().isEqualTo(trade);
    }

    @Test
    void theOrderDoesNotDependOnTheRun() {
        assertThat(RecordParts.of(List.of(Trade.class)))
                .containsExactly(
                        UUID.class,
                        Side.class,
                        Leg.class,
                        String.class,
                        BigDecimal.class,
                        Opened.class,
                        Instant.class,
                        Closed.class,
                        Duration.class,
                        Optional.class,
                        int[].class,
                        Leg[].class,
                        Trade.class,
                        Integer.class);
    }

    @Test
    void anOrdinaryClassInARecordIsNamedWithTheLineToAdd() {
        ValuesCodec codec = new ValuesCodec(List.of(WithPlain.class));
        assertThatThrownBy(() -> codec.sizeOf(new Object[] {new WithPlain(new Plain())}))
                .isInstanceOf(UnregisteredClassException.class)
                .hasMessageContaining("add " + Plain.class.getName() + " to topology.serialization.classes")
                .hasMessageContaining("TopologyBuilder.codec(Plain.class");
    }
}
