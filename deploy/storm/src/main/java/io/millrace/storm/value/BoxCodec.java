// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.value;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueInput;
import io.millrace.api.codec.ValueOutput;
import java.io.IOException;

/** Encodes boxes by Storm's Kryo. One thread at a time, that of an executor. */
final class BoxCodec implements ValueCodec<Box> {

    private static final int FIRST_BYTES = 4096;

    private final Kryo kryo;
    private final Output buffer = new Output(FIRST_BYTES, -1);

    BoxCodec(Kryo kryo) {
        this.kryo = kryo;
    }

    @Override
    public void write(Box box, ValueOutput out) throws IOException {
        out.writeBoolean(box.tuple());
        buffer.reset();
        try {
            kryo.writeClassAndObject(buffer, box.value());
        } catch (KryoException | IllegalArgumentException e) {
            throw new IOException(
                    "Storm's Kryo cannot write " + box.value().getClass().getName() + ": "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""),
                    e);
        } finally {
            kryo.reset();
        }
        out.writeBytes(buffer.getBuffer(), 0, buffer.position());
    }

    @Override
    public Box read(ValueInput in) throws IOException {
        boolean tuple = in.readBoolean();
        try (Input input = new Input(in.readBytes(in.remaining()))) {
            return new Box(kryo.readClassAndObject(input), tuple);
        } catch (KryoException | IllegalArgumentException e) {
            throw new IOException("Storm's Kryo cannot read a value: " + e.getMessage(), e);
        }
    }
}
