// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.error.Foreign;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;

/**
 * Encodes a tuple's values in place, and decodes them. Each executor thread has its own codec, and no other thread may
 * call it.
 *
 * <p>These types are built in: null, Boolean, Byte, Short, Character, Integer, Long, Float, Double, String, byte[],
 * ByteBuffer, List, Map. The remaining bytes of a buffer are decoded as a byte[]. Kryo encodes objects of registered
 * classes; it is loaded at the first of them. Codecs of the author encode objects of their classes. Any other value
 * throws an {@link UnregisteredClassException}. Lists and maps may be nested 64 deep. They are decoded as unmodifiable,
 * maps in the order of their entries. All values of a tuple take at most 64 MiB.
 *
 * <p>Indexes are absolute. The buffer's position and byte order do not matter; its limit bounds access.
 */
public final class ValuesCodec {

    private static final int NONE = -1;

    private final ValueEncoder encoder;
    private final ValueDecoder decoder;
    private final LazyObjectCodec objects;
    private final AuthorCodecs authors;

    private Object[] sized;
    private int size;

    /**
     * Makes a codec for these classes beside the built-in types. Every worker must use the same list in the same
     * order.
     */
    public ValuesCodec(List<Class<?>> registered) {
        this(registered, List.of());
    }

    /**
     * Makes a codec for these classes, the built-in types, and codecs of the author, which are made now.
     *
     * @throws io.millrace.api.error.TopologyException if a codec cannot be made, or a class has two codecs
     */
    public ValuesCodec(List<Class<?>> registered, List<ValueCodecs> factories) {
        authors = new AuthorCodecs(factories, registered);
        objects = new LazyObjectCodec(registered, authors);
        encoder = new ValueEncoder(objects, authors);
        decoder = new ValueDecoder(objects, authors);
    }

    /**
     * Makes a codec that only reads values of earlier versions of the classes, which had other ids or fewer fields. An
     * added field of a class has the value that the constructor without parameters gives it, or else null, zero or
     * false, as has an added component of a record.
     *
     * @throws CodecException if a class has changed such that its objects cannot be read, with one line
     */
    public static ValuesCodec reading(WrittenClasses written, List<Class<?>> registered, List<ValueCodecs> factories) {
        ValuesCodec codec = new ValuesCodec(registered, factories);
        WrittenClasses present = codec.classes();
        written.refusal(present).ifPresent(why -> {
            throw new CodecException(why);
        });
        if (!registered.isEmpty()) {
            codec.objects.codec().readAs(written, present);
        }
        codec.authors.readAs(written.coded());
        return codec;
    }

    /** Returns how it encodes the author's classes. */
    public WrittenClasses classes() {
        return new WrittenClasses(
                objects.classes(), authors.types().stream().map(Class::getName).toList());
    }

    /** Returns how many bytes {@link #write} takes for these values. Objects of registered classes are encoded now. */
    public int sizeOf(Object[] values) {
        sized = null;
        try {
            size = encoder.sizeOf(values);
        } catch (ConcurrentModificationException e) {
            throw changed(e);
        } catch (Error e) {
            throw failed(e);
        }
        sized = values;
        return size;
    }

    /**
     * Writes the values of the last {@link #sizeOf} call, as often as needed. Returns the index behind them. It writes
     * nothing beyond the size, even if the values have changed since; then it throws a {@link CodecException}.
     */
    public int write(ByteBuffer buffer, int index, Object[] values) {
        if (values != sized) {
            throw new IllegalStateException("write without sizeOf for the same values: call sizeOf first");
        }
        try {
            return encoder.write(buffer, index, values, size);
        } catch (ConcurrentModificationException e) {
            throw changed(e);
        } catch (Error e) {
            throw failed(e);
        }
    }

    /** Releases the values of the last {@link #sizeOf} call, which may be large. */
    public void forget() {
        sized = null;
    }

    /**
     * Writes the values of the last {@link #sizeOf} call without the bytes of {@linkplain LongValues long} values,
     * whose places it reports.
     *
     * @return the index behind them
     */
    public int writeAround(ByteBuffer buffer, int index, Object[] values, LongValues.Places places) {
        if (values != sized) {
            throw new IllegalStateException("write without sizeOf for the same values: call sizeOf first");
        }
        try {
            return encoder.writeAround(buffer, index, values, size, places);
        } catch (ConcurrentModificationException e) {
            throw changed(e);
        } catch (Error e) {
            throw failed(e);
        }
    }

    /** Returns how many bytes of the last {@link #sizeOf} are those of {@linkplain LongValues long} values. */
    public int longBytes() {
        return encoder.longBytes();
    }

    /**
     * Returns the values that were written from {@code index} to {@code end}. Exactly these bytes must be one tuple.
     */
    public Object[] read(ByteBuffer buffer, int index, int end) {
        return decoder.read(buffer, index, end, NONE, null);
    }

    /**
     * Returns the values that were written from {@code index} to {@code end} without the bytes of one value, which were
     * received apart. That value is the given array itself.
     *
     * @param payloadAt index where the bytes of the value would begin, behind its tag and length
     */
    public Object[] read(ByteBuffer buffer, int index, int end, int payloadAt, byte[] payload) {
        return decoder.read(buffer, index, end, payloadAt, payload);
    }

    /** Returns the values that were written from {@code index} to {@code end}; {@code views} makes the long values. */
    public Object[] read(ByteBuffer buffer, int index, int end, LongValues.Views views) {
        return decoder.read(buffer, index, end, views);
    }

    /**
     * Checks that a value can be encoded, even if it stays in this process.
     *
     * @throws CodecException if it cannot, with the reason
     */
    public void check(Object value) {
        sizeOf(new Object[] {value});
        sized = null;
    }

    /** Returns the position of the value that the last {@link #sizeOf} that threw could not encode. */
    public int refused() {
        return encoder.position();
    }

    /** Returns whether Kryo or a codec of the author encodes a value, which is not null. */
    public boolean isRegistered(Object value) {
        return objects.isRegistered(value) || authors.of(value) != null;
    }

    /** Returns the bytes of an object of a registered class. Values measured before must be measured again. */
    byte[] encoded(Object value) {
        sized = null;
        AuthorCodec<?> author = authors.of(value);
        if (author != null) {
            return authors.encoded(author, value);
        }
        objects.startMeasuring();
        int length = objects.codec().measure(value);
        return Arrays.copyOf(objects.codec().measuredBytes(), length);
    }

    /**
     * Wraps an error that a list or map of the author throws when it is read. The caller of emit gets the exception; an
     * error must not end a link.
     */
    private static CodecException failed(Error thrown) {
        Foreign.throwIfFatal(thrown);
        return new CodecException("a value cannot be encoded: " + Foreign.line(thrown), Foreign.readable(thrown));
    }

    private static CodecException changed(ConcurrentModificationException cause) {
        return new CodecException(
                "a list or map changed while it was encoded: do not change values after emitting them", cause);
    }
}
