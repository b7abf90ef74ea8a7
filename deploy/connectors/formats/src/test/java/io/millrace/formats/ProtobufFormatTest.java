// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.Api;
import com.google.protobuf.ByteString;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Message;
import com.google.protobuf.Method;
import com.google.protobuf.Option;
import com.google.protobuf.SourceContext;
import com.google.protobuf.Struct;
import com.google.protobuf.Syntax;
import com.google.protobuf.Timestamp;
import com.google.protobuf.Value;
import io.millrace.api.Fields;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Messages of classes that the library brings along: what is read, what is malformed, and what is written. */
class ProtobufFormatTest {

    private final Random random = new Random(5);

    private Api api() {
        Api.Builder api = Api.newBuilder().setName("n" + random.nextInt()).setVersion("é");
        for (int left = random.nextInt(3); left > 0; left--) {
            api.addMethods(Method.newBuilder().setName("m" + left).setRequestStreaming(random.nextBoolean()));
            api.addOptions(Option.newBuilder()
                    .setName("o")
                    .setValue(Any.newBuilder().setTypeUrl("t").setValue(ByteString.copyFrom(new byte[] {1, 2}))));
        }
        if (random.nextBoolean()) {
            api.setSourceContext(SourceContext.newBuilder().setFileName("f"));
        }
        return api.build();
    }

    private static Object[] read(ProtobufFormat format, Message message) throws MalformedException {
        byte[] bytes = message.toByteArray();
        byte[] within = new byte[bytes.length + 3];
        System.arraycopy(bytes, 0, within, 2, bytes.length);
        return format.read(within, 2, bytes.length);
    }

    @Test
    void readsFieldsAsPlainValues() throws MalformedException {
        ProtobufFormat format = ProtobufFormat.of(Api.class);
        assertThat(format.fields().names())
                .startsWith("name", "methods", "options", "version", "source_context", "mixins", "syntax");
        Api api = Api.newBuilder()
                .setName("shop")
                .addMethods(Method.newBuilder().setName("buy").setRequestStreaming(true))
                .addOptions(Option.newBuilder()
                        .setName("o")
                        .setValue(Any.newBuilder().setValue(ByteString.copyFrom(new byte[] {7}))))
                .setSyntax(Syntax.SYNTAX_PROTO3)
                .build();
        Object[] values = read(format, api);
        assertThat(values[0]).isEqualTo("shop");
        assertThat(((Map<?, ?>) ((List<?>) values[1]).get(0)).get("name")).isEqualTo("buy");
        assertThat(((Map<?, ?>) ((List<?>) values[1]).get(0)).get("request_streaming"))
                .isEqualTo(true);
        assertThat(((Map<?, ?>) ((Map<?, ?>) ((List<?>) values[2]).get(0)).get("value")).get("value"))
                .isEqualTo(new byte[] {7});
        assertThat(values[4]).isNull();
        assertThat(values[6]).isEqualTo("SYNTAX_PROTO3");
        assertThat(read(
                        ProtobufFormat.of(Timestamp.class),
                        Timestamp.newBuilder().setSeconds(5).setNanos(6).build()))
                .containsExactly(5L, 6);
    }

    @Test
    void absentFieldsAreNullOnlyIfTheyCanBeAbsent() throws MalformedException {
        assertThat(read(ProtobufFormat.of(Timestamp.class), Timestamp.getDefaultInstance()))
                .containsExactly(0L, 0);
        ProtobufFormat optional = ProtobufFormat.of(FieldDescriptorProto.class);
        Object[] values =
                read(optional, FieldDescriptorProto.newBuilder().setNumber(0).build());
        assertThat(values[optional.fields().indexOf("number")]).isEqualTo(0);
        assertThat(values[optional.fields().indexOf("name")]).isNull();
    }

    @Test
    void whatWasReadIsWrittenAsItWas() throws MalformedException {
        ProtobufFormat format = ProtobufFormat.of(Api.class);
        for (int i = 0; i < 500; i++) {
            Api api = api();
            assertThat(format.write(Tuples.of(format.fields(), read(format, api))))
                    .isEqualTo(api.toByteArray());
        }
        ProtobufFormat struct = ProtobufFormat.of(Struct.class);
        Struct map = Struct.newBuilder()
                .putFields("a", Value.newBuilder().setNumberValue(1).build())
                .putFields("b", Value.newBuilder().setStringValue("x").build())
                .build();
        assertThat(struct.write(Tuples.of(struct.fields(), read(struct, map)))).isEqualTo(map.toByteArray());
    }

    @Test
    void damagedMessagesAreMalformedAndNeverAnotherError() {
        ProtobufFormat format = ProtobufFormat.of(Api.class);
        int malformed = 0;
        for (int i = 0; i < 4_000; i++) {
            byte[] bytes = api().toByteArray();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            malformed += isMalformed(format, bytes, random.nextInt(bytes.length + 1));
            random.nextBytes(bytes);
            malformed += isMalformed(format, bytes, bytes.length);
        }
        assertThat(malformed).isGreaterThan(4_000);
    }

    private static int isMalformed(ProtobufFormat format, byte[] bytes, int length) {
        try {
            format.read(bytes, 0, length);
            return 0;
        } catch (MalformedException e) {
            assertThat(e.getMessage()).startsWith("no Api in ").doesNotContain("\n");
            return 1;
        }
    }

    @Test
    void whatDoesNotFitIsAnErrorWithTheField() {
        ProtobufFormat format = ProtobufFormat.of(Timestamp.class);
        Fields fields = format.fields();
        assertThatThrownBy(() -> format.write(Tuples.of(fields, "text", 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'seconds'");
        assertThatThrownBy(() -> format.write(Tuples.of(fields, 1L, 1L << 40)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'nanos'");
        assertThatThrownBy(() -> ProtobufFormat.of(Message.class)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> ProtobufFormat.of(null)).isInstanceOf(TopologyException.class);
    }
}
