// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Values of every built-in type, nested, from a seed. */
final class RandomValues {

    private final Random random;

    RandomValues(long seed) {
        random = new Random(seed);
    }

    Object[] tuple() {
        Object[] values = new Object[random.nextInt(7)];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(0);
        }
        return values;
    }

    Object value(int depth) {
        return switch (random.nextInt(depth < 4 ? 15 : 13)) {
            case 0 -> null;
            case 1 -> random.nextBoolean();
            case 2 -> (byte) random.nextInt();
            case 3 -> (short) random.nextInt();
            case 4 -> (char) random.nextInt();
            case 5 -> random.nextInt() >> random.nextInt(32);
            case 6, 7 -> random.nextLong() >> random.nextInt(64);
            case 8 -> Float.intBitsToFloat(random.nextInt());
            case 9 -> Double.longBitsToDouble(random.nextLong());
            case 10, 11 -> text();
            case 12 -> bytes();
            case 13 -> list(depth + 1);
            default -> map(depth + 1);
        };
    }

    /**
     * Returns a text of ASCII, Latin-1 or the whole plane, with lone surrogates or pairs; it is short, or too long for
     * the tag alone.
     */
    private String text() {
        int length = random.nextInt(random.nextInt(8) == 0 ? 20_000 : 140);
        int highest = new int[] {0x80, 0x100, 0x800, 0x10000}[random.nextInt(4)];
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            if (highest == 0x10000 && random.nextInt(4) == 0) {
                text.appendCodePoint(0x10000 + random.nextInt(0x100000));
            } else {
                text.append((char) random.nextInt(highest));
            }
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        return bytes;
    }

    private List<Object> list(int depth) {
        List<Object> list = new ArrayList<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            list.add(value(depth));
        }
        return list;
    }

    private Map<Object, Object> map(int depth) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            map.put(value(depth), value(depth));
        }
        return map;
    }
}
