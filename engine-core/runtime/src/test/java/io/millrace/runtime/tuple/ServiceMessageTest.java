// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.ServiceMessage.Verb;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ServiceMessageTest {

    private final ValuesCodec codec = new ValuesCodec(List.of());
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(4096).order(ByteOrder.LITTLE_ENDIAN);

    private int write(ServiceMessage message, int offset) {
        int length = message.sizeOf(codec);
        message.write(codec, buffer, offset);
        return length;
    }

    @Test
    void aMessageOfEachVerbComesBackWhereverItLies() {
        for (Verb verb : Verb.values()) {
            int offset = 8 * verb.ordinal();
            ServiceMessage sent = new ServiceMessage(
                    verb, 0xFFFE, 7, 9, -3, Long.MIN_VALUE + 1, Long.MAX_VALUE, new Object[] {"text", 5, null});
            int length = write(sent, offset);

            assertThat(ServiceMessage.isService(buffer, offset, length)).isTrue();
            assertThat(TupleDecoder.isTuple(buffer, offset, length)).isFalse();
            ServiceMessage got = ServiceMessage.read(codec, buffer, offset, length);
            assertThat(got).usingRecursiveComparison().isEqualTo(sent);
        }
    }

    @Test
    void aMessageWithoutValuesIsItsHead() {
        ServiceMessage sent = ServiceMessage.of(Verb.TAKEN, 2, 0, 77, 1_000);
        int length = write(sent, 0);
        assertThat(length).isEqualTo(ServiceDescriptor.HEAD);
        assertThat(ServiceMessage.read(codec, buffer, 0, length)).isEqualTo(sent);
    }

    @Test
    void theLayoutIsThatOfTheDrawing() {
        int length =
                write(new ServiceMessage(Verb.ASK, 0x0102, 0x03, 0x04, 0x05, 0x0607L, 0x0809L, new Object[] {true}), 0);
        byte[] bytes = new byte[length];
        buffer.get(0, bytes);
        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("0301" + "0201" + "03000000" + "04000000" + "05000000" + "0706000000000000"
                        + "0908000000000000" + "0102");
    }

    @Test
    void neitherAnUnknownVerbNorWrongValuesAreAccepted() {
        int length = write(ServiceMessage.of(Verb.FEED, 1, 0, 1, 0, "value"), 0);
        buffer.put(ServiceDescriptor.VERB_OFFSET, (byte) 99);
        assertThatThrownBy(() -> ServiceMessage.read(codec, buffer, 0, length)).isInstanceOf(CodecException.class);

        write(ServiceMessage.of(Verb.FEED, 1, 0, 1, 0, "value"), 0);
        assertThatThrownBy(() -> ServiceMessage.read(codec, buffer, 0, length - 1))
                .isInstanceOf(CodecException.class);
        assertThat(ServiceMessage.isService(buffer, 0, ServiceDescriptor.HEAD - 1))
                .isFalse();
    }

    @Test
    void randomBytesAreRefusedOrRead() {
        Random random = new Random(11);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = new byte[ServiceDescriptor.HEAD + random.nextInt(20)];
            random.nextBytes(bytes);
            bytes[ServiceDescriptor.KIND_OFFSET] = ServiceDescriptor.SERVICE;
            bytes[ServiceDescriptor.VERB_OFFSET] = (byte) random.nextInt(Verb.values().length);
            buffer.put(0, bytes);
            try {
                ServiceMessage.read(codec, buffer, 0, bytes.length);
            } catch (CodecException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }
}
