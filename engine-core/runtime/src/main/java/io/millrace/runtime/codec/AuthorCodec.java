// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.codec.ValueCodec;
import io.millrace.api.error.Foreign;
import java.nio.ByteBuffer;

/**
 * A codec of the author and the class it was registered for. Confined to the thread of its executor.
 *
 * @param index position among the codecs of the topology, by which messages name the class
 */
record AuthorCodec<T>(int index, Class<T> type, ValueCodec<T> codec) {

    /** @throws CodecException with one line that names class and codec */
    void write(Object value, CodedOutput out) {
        out.open(true);
        try {
            codec.write(type.cast(value), out);
        } catch (Throwable e) {
            throw failed("cannot be written", e);
        } finally {
            out.open(false);
        }
    }

    /**
     * Reads an object from exactly these bytes.
     *
     * @throws CodecException with one line that names class and codec
     */
    T read(ByteBuffer buffer, int at, int length, CodedInput in) {
        T value;
        in.wrap(buffer, at, length);
        int left;
        try {
            value = codec.read(in);
        } catch (Throwable e) {
            throw failed("cannot be read", e);
        } finally {
            left = in.remaining();
            in.unwrap();
        }
        if (left > 0) {
            throw new CodecException(this + " cannot be read: it leaves " + left + " of " + length
                    + " bytes: read all that write wrote");
        }
        if (value == null) {
            throw new CodecException(this + " cannot be read: it is null");
        }
        return value;
    }

    private CodecException failed(String what, Throwable e) {
        Foreign.throwIfFatal(e);
        String why = e instanceof CodecException ? e.getMessage() : Foreign.text(e);
        return new CodecException(
                this + " " + what + ": " + why.lines().findFirst().orElse(""), Foreign.readable(e));
    }

    @Override
    public String toString() {
        return "a " + type.getTypeName() + " of codec " + codec.getClass().getTypeName();
    }
}
