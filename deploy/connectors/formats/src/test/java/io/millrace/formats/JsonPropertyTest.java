// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Seeded random messages: those that were written are read as they were, and damaged ones are malformed or read. */
class JsonPropertyTest {

    enum Colour {
        RED,
        BLUE
    }

    record Inner(long id, String text) {}

    record Message(
            int a, Long b, double c, String d, boolean e, Instant f, Colour g, List<Inner> h, Map<String, Double> i) {}

    private static final JsonFormat TYPED = JsonFormat.of(Message.class);
    private static final JsonFormat NAMED = JsonFormat.fields("x", "y", "z");

    private static final int MESSAGES = 500;

    private final Random random = new Random(7);

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(12); left > 0; left--) {
            int point = random.nextInt(4) == 0 ? random.nextInt(Character.MAX_CODE_POINT + 1) : random.nextInt(0x80);
            text.appendCodePoint(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? '?' : point);
        }
        return text.toString();
    }

    private double real() {
        double value = Double.longBitsToDouble(random.nextLong());
        return Double.isFinite(value) ? value : random.nextGaussian();
    }

    private Object[] typed() {
        List<Inner> inner = new ArrayList<>();
        Map<String, Double> map = new LinkedHashMap<>();
        for (int left = random.nextInt(3); left > 0; left--) {
            inner.add(new Inner(random.nextLong(), text()));
            map.put(text(), real());
        }
        return new Object[] {
            random.nextInt(),
            random.nextBoolean() ? null : (Object) random.nextLong(),
            real(),
            text(),
            random.nextBoolean(),
            Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000_000)),
            random.nextBoolean() ? Colour.RED : Colour.BLUE,
            inner,
            map
        };
    }

    private Object natural(int depth) {
        switch (random.nextInt(depth > 3 ? 5 : 7)) {
            case 0:
                return null;
            case 1:
                return random.nextLong();
            case 2:
                return real();
            case 3:
                return text();
            case 4:
                return random.nextBoolean();
            case 5:
                List<Object> list = new ArrayList<>();
                for (int left = random.nextInt(4); left > 0; left--) {
                    list.add(natural(depth + 1));
                }
                return list;
            default:
                Map<String, Object> map = new LinkedHashMap<>();
                for (int left = random.nextInt(4); left > 0; left--) {
                    map.put(text(), natural(depth + 1));
                }
                return map;
        }
    }

    @Test
    void whatWasWrittenIsRead() throws MalformedException {
        for (int i = 0; i < MESSAGES; i++) {
            Object[] typed = typed();
            assertRead(TYPED, typed);
            assertRead(NAMED, natural(0), natural(0), natural(0));
        }
    }

    private static void assertRead(JsonFormat format, Object... values) throws MalformedException {
        byte[] bytes = format.write(Tuples.of(format.fields(), values));
        assertThat(format.read(bytes, 0, bytes.length))
                .as(() -> new String(bytes, StandardCharsets.UTF_8))
                .isEqualTo(values);
    }

    @Test
    void damagedMessagesAreMalformedAndNeverAnotherError() {
        int malformed = 0;
        for (int i = 0; i < 10 * MESSAGES; i++) {
            byte[] bytes = i % 2 == 0
                    ? TYPED.write(Tuples.of(TYPED.fields(), typed()))
                    : NAMED.write(Tuples.of(Fields.of("x", "y", "z"), natural(0), natural(0), natural(0)));
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] =
                        (byte) (random.nextBoolean() ? random.nextInt() : "{}[],:\"0e.-".charAt(random.nextInt(11)));
            }
            malformed += isMalformed(i % 2 == 0 ? TYPED : NAMED, bytes, random.nextInt(bytes.length + 1));
        }
        assertThat(malformed).isGreaterThan(MESSAGES);
    }

    @Test
    void anyBytesAreMalformedAndNeverAnotherError() {
        for (int i = 0; i < 10 * MESSAGES; i++) {
            byte[] bytes = new byte[random.nextInt(40)];
            random.nextBytes(bytes);
            assertThat(isMalformed(TYPED, bytes, bytes.length))
                    .as(Arrays.toString(bytes))
                    .isEqualTo(1);
        }
    }

    /** Any other exception fails the test. */
    private static int isMalformed(JsonFormat format, byte[] bytes, int length) {
        try {
            assertThat(format.read(bytes, 0, length)).hasSize(format.fields().size());
            return 0;
        } catch (MalformedException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            return 1;
        }
    }
}
