// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Rows in a snapshot are those that came. */
class RowCodecTest {

    private final Random random = new Random(3);

    private Object value() {
        return switch (random.nextInt(17)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte) random.nextInt();
            case 3 -> (short) random.nextInt();
            case 4 -> random.nextInt();
            case 5 -> random.nextLong();
            case 6 -> random.nextFloat();
            case 7 -> random.nextDouble();
            case 8 -> "é".repeat(random.nextInt(5)) + random.nextLong();
            case 9 -> new byte[random.nextInt(40)];
            case 10 -> new BigDecimal(BigInteger.valueOf(random.nextLong()), random.nextInt(9));
            case 11 -> Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000));
            case 12 -> LocalDate.ofEpochDay(random.nextInt(100_000));
            case 13 -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
            case 14 -> LocalDateTime.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000), ZoneOffset.UTC);
            case 15 ->
                OffsetDateTime.of(2026, 1, 2, 3, 4, 5, random.nextInt(999), ZoneOffset.ofHours(random.nextInt(9)));
            default -> new UUID(random.nextLong(), random.nextLong());
        };
    }

    @Test
    void anIntervalReturnsItsRows() {
        for (int round = 0; round < 30; round++) {
            int columns = 1 + random.nextInt(6);
            Interval interval = new Interval(columns);
            List<Object[]> rows = new ArrayList<>();
            for (int left = random.nextInt(3_000); left > 0; left--) {
                Object[] row = new Object[columns];
                for (int i = 0; i < columns; i++) {
                    row[i] = RowCodec.parameter("f", left % 500 == 0 && i == 0 ? "x".repeat(100_000) : value());
                }
                rows.add(row);
                interval.add(row);
            }
            Object handle = interval.handle("topology-1");
            assertThat(Interval.owner(handle)).isEqualTo("topology-1");
            Interval copy = Interval.of(handle);
            assertThat(copy.columns()).isEqualTo(columns);
            assertThat(copy.count()).isEqualTo(rows.size());
            assertThat(copy.bytes()).isEqualTo(interval.bytes());
            List<Object[]> found = new ArrayList<>();
            copy.rows().forEach(found::add);
            assertThat(found).hasSameSizeAs(rows);
            for (int i = 0; i < rows.size(); i++) {
                assertThat(found.get(i)).isEqualTo(rows.get(i));
            }
        }
    }

    @Test
    void makesParametersOfWhatHasASimpleForm() {
        assertThat(RowCodec.parameter("f", Thread.State.NEW)).isEqualTo("NEW");
        assertThat(RowCodec.parameter("f", 'c')).isEqualTo("c");
        assertThat(RowCodec.parameter("f", BigInteger.TEN)).isEqualTo(BigDecimal.TEN);
        assertThatThrownBy(() -> RowCodec.parameter("places", List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'places'");
    }

    @Test
    void damagedRowsAreRefused() {
        RowBuffer buffer = new RowBuffer();
        RowCodec.encode(new Object[] {"text", 7}, buffer);
        byte[] bytes = buffer.take();
        for (int cut = 0; cut < bytes.length; cut++) {
            ByteBuffer part = ByteBuffer.wrap(bytes, 0, cut);
            assertThatThrownBy(() -> RowCodec.decode(part, 2)).isInstanceOf(BufferUnderflowException.class);
        }
        bytes[0] = 99;
        assertThatThrownBy(() -> RowCodec.decode(ByteBuffer.wrap(bytes), 2)).hasMessageContaining("kind 99");
        assertThatThrownBy(() -> Interval.of(List.of("other")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another form");
    }
}
