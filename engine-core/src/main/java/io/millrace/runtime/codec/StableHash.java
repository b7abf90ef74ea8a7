package io.millrace.runtime.codec;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Hashes values by content, the same in every process, run and JDK; for fields grouping. Stateless but for the codec
 * that is handed in, so any thread may call it with its own.
 *
 * <p>Whole numbers hash by value whatever their type (1 and 1L agree, as {@code Tuple.getLong} reads both), Float and
 * Double by their value as a double (0.0 and -0.0 agree, so do all NaNs), but 1 and 1.0 differ. Strings, byte[], lists
 * and maps hash by content, maps whatever their order; enum constants by name. Objects of registered classes hash by
 * their encoded bytes, so one that holds a hash table hashes by its order too. Anything else is refused.
 */
public final class StableHash {

    private static final long NULL = 0x9E3779B97F4A7C15L;
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
    private static final long SECOND = 0x5851F42D4C957F2DL;

    private StableHash() {}

    /** The hash of one value; {@code codec} is asked for the bytes of a registered object. */
    public static long of(Object value, ValueCodec codec) {
        return of(value, codec, 0);
    }

    /** The hash of some of a tuple's values, by position: the key of a fields grouping. */
    public static long of(Object[] values, int[] positions, ValueCodec codec) {
        long hash = positions.length;
        for (int position : positions) {
            hash = combine(hash, of(values[position], codec, 0));
        }
        return hash;
    }

    /** A hash that is independent of the given one: the second candidate of a partial key. */
    public static long second(long hash) {
        return mix(hash ^ SECOND);
    }

    /** Spreads a hash evenly over {@code 0} to {@code buckets - 1}. */
    public static int bucket(long hash, int buckets) {
        return (int) ((hash >>> 32) * buckets >>> 32);
    }

    private static long of(Object value, ValueCodec codec, int depth) {
        if (value == null) {
            return mix(NULL);
        }
        Class<?> type = value.getClass();
        if (type == String.class) {
            // String.hashCode is specified, vectorized and cached; the length parts some of its collisions.
            String text = (String) value;
            return mix(TEXT ^ (text.hashCode() & 0xFFFFFFFFL | (long) text.length() << 32));
        } else if (type == Integer.class || type == Long.class || type == Short.class || type == Byte.class) {
            return mix(NUMBER ^ ((Number) value).longValue());
        } else if (type == Boolean.class) {
            return mix((Boolean) value ? TRUE : FALSE);
        } else if (type == Double.class || type == Float.class) {
            // Adding 0.0 makes 0.0 of -0.0.
            return mix(FLOATING ^ Double.doubleToLongBits(((Number) value).doubleValue() + 0.0));
        } else if (type == Character.class) {
            return mix(CHAR ^ (Character) value);
        } else if (type == byte[].class) {
            byte[] bytes = (byte[]) value;
            return mix(BYTES ^ (Arrays.hashCode(bytes) & 0xFFFFFFFFL | (long) bytes.length << 32));
        } else if (value instanceof Enum<?> constant) {
            return mix(TEXT ^ NULL ^ constant.name().hashCode());
        } else if (codec.isRegistered(value)) {
            byte[] bytes = codec.encoded(value);
            return mix(OBJECT ^ (Arrays.hashCode(bytes) & 0xFFFFFFFFL | (long) bytes.length << 32));
        } else if (value instanceof List<?> list) {
            return ofList(list, codec, depth + 1);
        } else if (value instanceof Map<?, ?> map) {
            return ofMap(map, codec, depth + 1);
        }
        throw new UnregisteredClassException(type);
    }

    private static long ofList(List<?> list, ValueCodec codec, int depth) {
        ValueEncoder.refuseBelowDepth(depth);
        long hash = LIST;
        for (Object element : list) {
            hash = combine(hash, of(element, codec, depth));
        }
        return hash;
    }

    private static long ofMap(Map<?, ?> map, ValueCodec codec, int depth) {
        ValueEncoder.refuseBelowDepth(depth);
        long sum = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            sum += combine(of(entry.getKey(), codec, depth), of(entry.getValue(), codec, depth));
        }
        return mix(MAP ^ sum);
    }

    private static long combine(long first, long second) {
        return mix(first * 0x9E3779B97F4A7C15L + second);
    }

    /** The finalizer of SplitMix64 (Steele, Lea, Flood 2014; Stafford's variant 13): every input bit reaches every output bit. */
    private static long mix(long value) {
        long z = value;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
