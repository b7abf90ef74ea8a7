// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/**
 * Hashes values by content, the same in every process, run and JDK, for fields grouping. It has no state except the
 * codec that is passed in, so any thread may call it with its own codec.
 *
 * <p>Whole numbers hash by value whatever their type (1 and 1L agree, as {@code Tuple.getLong} reads both), Float and
 * Double by their value as a double (0.0 and -0.0 agree, and all NaNs do), but 1 and 1.0 differ. Strings, byte[] and
 * ByteBuffer, lists and maps hash by content, maps independent of their order; enum constants by name. Objects of
 * registered classes hash by their encoded bytes, so an object that contains a hash table also hashes by the order of
 * its entries. Anything else is refused.
 */
public final class StableHash {

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final long NULL = 0x3C79AC492BA7B653L;
    private static final long TRUE = 0xBF58476D1CE4E5B9L;
    private static final long FALSE = 0x94D049BB133111EBL;
    private static final long NUMBER = 0x2545F4914F6CDD1DL;
    private static final long FLOATING = 0xD6E8FEB86659FD93L;
    private static final long TEXT = 0xA0761D6478BD642FL;
    private static final long CHAR = 0xE7037ED1A0B428DBL;
    private static final long BYTES = 0x8EBC6AF09C88C6E3L;
    private static final long LIST = 0x589965CC75374CC3L;
    private static final long MAP = 0x1D8E4E27C47D124FL;
    private static final long OBJECT = 0xEB44ACCAB455D165L;
    private static final long CONSTANT = 0xC2B2AE3D27D4EB4FL;
    private static final long STEP = 0x9FB21C651E98DF25L;
    private static final long SECOND = 0x5851F42D4C957F2DL;

    private StableHash() {}

    /** Returns the hash of one value. {@code codec} encodes objects of registered classes. */
    public static long of(Object value, ValuesCodec codec) {
        return of(value, codec, 0);
    }

    /** Returns the hash of some of a tuple's values, by position: the key of a fields grouping. */
    public static long of(Object[] values, int[] positions, ValuesCodec codec) {
        long hash = positions.length;
        for (int position : positions) {
            hash = combine(hash, of(values[position], codec, 0));
        }
        return hash;
    }

    /** Returns a hash that is independent of the given one: the second candidate of a partial key. */
    public static long second(long hash) {
        return mix(hash ^ SECOND);
    }

    /** Maps a hash evenly to {@code 0} to {@code buckets - 1}. */
    public static int bucket(long hash, int buckets) {
        return (int) ((hash >>> 32) * buckets >>> 32);
    }

    private static long of(Object value, ValuesCodec codec, int depth) {
        if (value == null) {
            return mix(NULL);
        }
        Class<?> type = value.getClass();
        if (type == String.class) {
            return ofText(TEXT, (String) value);
        } else if (type == Integer.class || type == Long.class || type == Short.class || type == Byte.class) {
            return mix(NUMBER ^ ((Number) value).longValue());
        } else if (type == Boolean.class) {
            return mix((Boolean) value ? TRUE : FALSE);
        } else if (type == Double.class || type == Float.class) {
            // Adding 0.0 turns -0.0 into 0.0
            return mix(FLOATING ^ Double.doubleToLongBits(((Number) value).doubleValue() + 0.0));
        } else if (type == Character.class) {
            return mix(CHAR ^ (Character) value);
        } else if (type == byte[].class) {
            return ofBytes(BYTES, (byte[]) value);
        } else if (value instanceof Enum<?> constant) {
            return ofText(CONSTANT, constant.name());
        } else if (codec.isRegistered(value)) {
            return ofBytes(OBJECT, codec.encoded(value));
        } else if (value instanceof ByteBuffer buffer) {
            return ofBytes(BYTES, bytesOf(buffer));
        } else if (value instanceof List<?> list) {
            return ofList(list, codec, depth + 1);
        } else if (value instanceof Map<?, ?> map) {
            return ofMap(map, codec, depth + 1);
        }
        throw new UnregisteredClassException(type);
    }

    /** Takes four chars per step. String.hashCode has too many collisions among short words. */
    private static long ofText(long seed, String text) {
        int length = text.length();
        long hash = start(seed, length);
        int i = 0;
        for (; i <= length - 4; i += 4) {
            hash = step(
                    hash,
                    text.charAt(i)
                            | (long) text.charAt(i + 1) << 16
                            | (long) text.charAt(i + 2) << 32
                            | (long) text.charAt(i + 3) << 48);
        }
        long rest = 0;
        for (; i < length; i++) {
            rest = rest << 16 | text.charAt(i);
        }
        return mix(step(hash, rest));
    }

    private static long ofBytes(long seed, byte[] bytes) {
        long hash = start(seed, bytes.length);
        int i = 0;
        for (; i <= bytes.length - Long.BYTES; i += Long.BYTES) {
            hash = step(hash, (long) LONGS.get(bytes, i));
        }
        long rest = 0;
        for (; i < bytes.length; i++) {
            rest = rest << 8 | bytes[i] & 0xFF;
        }
        return mix(step(hash, rest));
    }

    private static byte[] bytesOf(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return bytes;
    }

    /** Mixes the length into the whole word, so that it cannot cancel out against the first chars. */
    private static long start(long seed, int length) {
        return seed + length * GOLDEN;
    }

    private static long step(long hash, long word) {
        long product = (hash ^ word) * STEP;
        return product ^ product >>> 32;
    }

    private static long ofList(List<?> list, ValuesCodec codec, int depth) {
        ValueEncoder.refuseBelowDepth(depth);
        long hash = LIST;
        for (Object element : list) {
            hash = combine(hash, of(element, codec, depth));
        }
        return hash;
    }

    private static long ofMap(Map<?, ?> map, ValuesCodec codec, int depth) {
        ValueEncoder.refuseBelowDepth(depth);
        long sum = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            sum += combine(of(entry.getKey(), codec, depth), of(entry.getValue(), codec, depth));
        }
        return mix(MAP ^ sum);
    }

    private static long combine(long first, long second) {
        return mix(first * GOLDEN + second);
    }

    /**
     * The finalizer of SplitMix64 (Steele, Lea, Flood 2014; Stafford's variant 13): each input bit reaches each output
     * bit.
     */
    private static long mix(long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
