package io.millrace.runtime.codec;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;

/**
 * A tuple's values to bytes in place and back; each executor thread has its own, and no other thread may call it.
 *
 * <p>Built in: null, Boolean, Byte, Short, Character, Integer, Long, Float, Double, String, byte[], List, Map. Objects
 * of registered classes go through Kryo, which is not loaded before the first of them. Anything else is an
 * {@link UnregisteredClassException}. Lists and maps may be nested 64 deep and come back unmodifiable, maps in the order
 * of their entries; all values of a tuple take at most 64 MiB.
 *
 * <p>Indices are absolute; the buffer's position, limit and byte order do not matter, but its limit bounds access.
 */
public final class ValueCodec {

    private final ValueEncoder encoder;
    private final ValueDecoder decoder;
    private final LazyObjectCodec objects;

    private Object[] sized;
    private int size;

    /** A codec for these classes beside the built-in types; the same list in every worker, in the same order. */
    public ValueCodec(List<Class<?>> registered) {
        objects = new LazyObjectCodec(registered);
        encoder = new ValueEncoder(objects);
        decoder = new ValueDecoder(objects);
    }

    /** How many bytes {@link #write} takes for these values; objects of registered classes are encoded now. */
    public int sizeOf(Object[] values) {
        sized = null;
        try {
            size = encoder.sizeOf(values);
        } catch (ConcurrentModificationException e) {
            throw changed(e);
        }
        sized = values;
        return size;
    }

    /**
     * Writes the values that {@link #sizeOf} was last called for, as often as needed, and returns the index behind them.
     * It writes nothing beyond the size, even if the values changed since; that ends in a {@link CodecException}.
     */
    public int write(ByteBuffer buffer, int index, Object[] values) {
        if (values != sized) {
            throw new IllegalStateException("write without sizeOf for the same values: call sizeOf first");
        }
        try {
            return encoder.write(buffer, index, values, size);
        } catch (ConcurrentModificationException e) {
            throw changed(e);
        }
    }

    /** The values that were written from {@code index} to {@code end}; exactly these bytes must be one tuple. */
    public Object[] read(ByteBuffer buffer, int index, int end) {
        return decoder.read(buffer, index, end);
    }

    /**
     * Checks that a value can be encoded, also where it need not be.
     *
     * @throws CodecException if it cannot, with the reason
     */
    public void check(Object value) {
        sizeOf(new Object[] {value});
        sized = null;
    }

    boolean isRegistered(Object value) {
        return objects.isRegistered(value);
    }

    /** The bytes of an object of a registered class; what was measured before must be measured again. */
    byte[] encoded(Object value) {
        sized = null;
        objects.startMeasuring();
        int length = objects.codec().measure(value);
        return Arrays.copyOf(objects.codec().measuredBytes(), length);
    }

    private static CodecException changed(ConcurrentModificationException cause) {
        return new CodecException(
                "a list or map changed while it was encoded: do not change values after emitting them", cause);
    }
}
