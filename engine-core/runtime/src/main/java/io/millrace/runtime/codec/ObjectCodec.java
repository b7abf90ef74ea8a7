// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import com.esotericsoftware.kryo.io.Output;
import io.millrace.api.error.Foreign;
import io.millrace.runtime.codec.WrittenClasses.WrittenClass;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Encodes values of registered classes by Kryo. One per codec, confined to its thread. An object is encoded once, when
 * it is measured, into a scratch buffer from which {@link ValueEncoder} copies it.
 *
 * <p>References are off: an object that is reached twice is written twice, and an object that reaches itself is an
 * error.
 */
final class ObjectCodec {

    private static final int SCRATCH_BYTES = 4096;
    private static final int SCRATCH_KEPT_BYTES = 1 << 20;

    private final RegisteringKryo kryo;
    private final AuthorCodecs authors;
    private final BoundedInput input = new BoundedInput();
    private Output output = new Output(SCRATCH_BYTES, ValueFormat.MAX_BYTES);
    private byte[] inputBytes = new byte[SCRATCH_BYTES];

    private final MeasuredEnds ends = new MeasuredEnds();

    ObjectCodec(List<Class<?>> registered, AuthorCodecs authors) {
        kryo = new RegisteringKryo(registered, authors);
        this.authors = authors;
    }

    /** Returns how the classes are encoded. */
    List<WrittenClass> classes() {
        return ClassForms.of(kryo, authors);
    }

    /**
     * Reads from now on objects that were written with earlier versions of the classes.
     *
     * @param present the result of {@link #classes}, and the present codecs of the author
     */
    void readAs(WrittenClasses written, WrittenClasses present) {
        ClassForms.readAs(kryo, written, present);
    }

    void startMeasuring() {
        ends.startMeasuring();
        if (output.getBuffer().length > SCRATCH_KEPT_BYTES) {
            output = new Output(SCRATCH_BYTES, ValueFormat.MAX_BYTES);
        }
        output.reset();
    }

    void startWriting() {
        ends.startWriting();
    }

    /** Encodes an object and returns how many bytes it takes. */
    int measure(Object value) {
        int start = output.position();
        kryo.forgetUnregistered();
        try {
            kryo.writeClassAndObject(output, value);
        } catch (RuntimeException e) {
            Class<?> unregistered = kryo.unregistered();
            if (unregistered != null) {
                throw new UnregisteredClassException(unregistered);
            }
            throw cannotEncode(value, e);
        } catch (Error e) {
            Foreign.throwIfFatal(e);
            throw cannotEncode(value, e);
        }
        ends.add(output.position());
        return output.position() - start;
    }

    /** Returns the ends of the measured objects in {@link #measuredBytes}. */
    MeasuredEnds ends() {
        return ends;
    }

    byte[] measuredBytes() {
        return output.getBuffer();
    }

    Object read(ByteBuffer buffer, int index, int length) {
        byte[] bytes = inputBytes;
        if (bytes.length < length) {
            bytes = new byte[Math.max(length, Math.min(2 * bytes.length, SCRATCH_KEPT_BYTES))];
            if (bytes.length <= SCRATCH_KEPT_BYTES) {
                inputBytes = bytes;
            }
        }
        buffer.get(index, bytes, 0, length);
        input.setBuffer(bytes, 0, length);
        Object value;
        try {
            value = kryo.readClassAndObject(input);
        } catch (RuntimeException | Error e) {
            Foreign.throwIfFatal(e);
            throw new CodecException(
                    "malformed tuple: the object at " + index + " cannot be decoded: " + firstLine(e),
                    Foreign.readable(e));
        }
        if (input.position() != length) {
            throw new CodecException("malformed tuple: the object at " + index + " takes " + input.position()
                    + " bytes of its " + length);
        }
        return value;
    }

    private static CodecException cannotEncode(Object value, Throwable thrown) {
        // Only the readable exception has a chain of causes that ends
        Throwable cause = Foreign.readable(thrown);
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof CodecException) {
                return new CodecException(
                        "a " + value.getClass().getTypeName() + " cannot be encoded: " + each.getMessage(), cause);
            }
        }
        return new CodecException(
                "a " + value.getClass().getTypeName() + " cannot be encoded: " + firstLine(thrown)
                        + " (an object must not reach itself, nor be nested deeper than "
                        + RegisteringKryo.MAX_DEPTH + ")",
                cause);
    }

    private static String firstLine(Throwable cause) {
        String message = Foreign.message(cause);
        int end = message.indexOf('\n');
        return cause.getClass().getSimpleName() + ": " + (end < 0 ? message : message.substring(0, end));
    }
}
