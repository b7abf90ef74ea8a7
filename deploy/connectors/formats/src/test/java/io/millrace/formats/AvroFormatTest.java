// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;

/** Messages that Avro's own writer makes are read, and all others are malformed. */
class AvroFormatTest {

    private static final Schema SCHEMA = new Schema.Parser().parse("""
                    {"type": "record", "name": "View", "fields": [
                      {"name": "page", "type": "string"},
                      {"name": "count", "type": "int"},
                      {"name": "user", "type": ["null", "long"]},
                      {"name": "share", "type": "double"},
                      {"name": "part", "type": "float"},
                      {"name": "seen", "type": "boolean"},
                      {"name": "device", "type": {"type": "enum", "name": "Device", "symbols": ["PHONE", "DESK"]}},
                      {"name": "raw", "type": "bytes"},
                      {"name": "digest", "type": {"type": "fixed", "name": "Digest", "size": 4}},
                      {"name": "points", "type": {"type": "array", "items":
                          {"type": "record", "name": "Point", "fields": [
                            {"name": "x", "type": "int"}, {"name": "next", "type": ["null", "Point"]}]}}},
                      {"name": "more", "type": {"type": "map", "values": "long"}},
                      {"name": "time", "type": {"type": "long", "logicalType": "timestamp-micros"}},
                      {"name": "day", "type": {"type": "int", "logicalType": "date"}},
                      {"name": "price", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}}]}
                    """);

    private static final AvroFormat FORMAT = AvroFormat.of(SCHEMA);

    private final Random random = new Random(11);

    private static Schema schema(String... fields) {
        return new Schema.Parser()
                .parse("{\"type\": \"record\", \"name\": \"R\", \"fields\": [" + String.join(",", fields) + "]}");
    }

    private Object point(int depth) {
        Map<String, Object> point = new LinkedHashMap<>();
        point.put("x", random.nextInt());
        point.put("next", depth < 3 && random.nextBoolean() ? point(depth + 1) : null);
        return point;
    }

    private Object[] values() {
        byte[] raw = new byte[random.nextInt(5)];
        byte[] digest = new byte[4];
        random.nextBytes(raw);
        random.nextBytes(digest);
        List<Object> points = new ArrayList<>();
        Map<String, Object> more = new LinkedHashMap<>();
        for (int left = random.nextInt(4); left > 0; left--) {
            points.add(point(0));
            more.put("k" + left, random.nextLong());
        }
        return new Object[] {
            "é" + random.nextInt(),
            random.nextInt() >> random.nextInt(32),
            random.nextBoolean() ? null : (Object) (random.nextLong() >> random.nextInt(64)),
            random.nextDouble(),
            random.nextFloat(),
            random.nextBoolean(),
            random.nextBoolean() ? "PHONE" : "DESK",
            raw,
            digest,
            points,
            more,
            Instant.ofEpochSecond(random.nextInt(), random.nextInt(1_000_000) * 1_000L),
            LocalDate.ofEpochDay(random.nextInt(100_000)),
            BigDecimal.valueOf(random.nextInt(1_000_000) - 500_000, 2)
        };
    }

    @Test
    void readsWhatAvrosWriterWrites() throws MalformedException {
        for (int i = 0; i < 1_000; i++) {
            Object[] values = values();
            byte[] bytes = FORMAT.write(Tuples.of(FORMAT.fields(), values));
            byte[] within = new byte[bytes.length + 4];
            System.arraycopy(bytes, 0, within, 3, bytes.length);
            assertThat(FORMAT.read(within, 3, bytes.length)).isEqualTo(values);
        }
    }

    @Test
    void readsBlocksWithTheirLengths() throws IOException, MalformedException {
        Schema schema = schema("{\"name\": \"list\", \"type\": {\"type\": \"array\", \"items\": \"int\"}}");
        GenericData.Record record = new GenericData.Record(schema);
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            list.add(i);
        }
        record.put("list", list);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = new EncoderFactory().configureBlockSize(64).blockingBinaryEncoder(bytes, null);
        new GenericDatumWriter<>(schema).write(record, encoder);
        encoder.flush();
        assertThat(AvroFormat.of(schema).read(bytes.toByteArray(), 0, bytes.size()))
                .containsExactly(list);
    }

    @Test
    void passesOverAPrefix() throws MalformedException {
        Object[] values = values();
        byte[] bytes = FORMAT.write(Tuples.of(FORMAT.fields(), values));
        byte[] prefixed = new byte[bytes.length + 5];
        System.arraycopy(bytes, 0, prefixed, 5, bytes.length);
        AvroFormat format = FORMAT.skipPrefix(5);
        assertThat(format.read(prefixed, 0, prefixed.length)).isEqualTo(values);
        assertThatThrownBy(() -> format.read(new byte[4], 0, 4)).hasMessageContaining("its prefix has 5");
        assertThatThrownBy(() -> FORMAT.skipPrefix(-1)).isInstanceOf(TopologyException.class);
    }

    @Test
    void damagedMessagesAreMalformedAndNeverAnotherError() {
        int malformed = 0;
        for (int i = 0; i < 4_000; i++) {
            byte[] bytes = FORMAT.write(Tuples.of(FORMAT.fields(), values()));
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            malformed += isMalformed(bytes, random.nextInt(bytes.length + 1));
            random.nextBytes(bytes);
            malformed += isMalformed(bytes, bytes.length);
        }
        assertThat(malformed).isGreaterThan(4_000);
    }

    private static int isMalformed(byte[] bytes, int length) {
        try {
            FORMAT.read(bytes, 0, length);
            return 0;
        } catch (MalformedException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            return 1;
        }
    }

    @Test
    void theMessageSaysWhichFieldAndWhere() {
        byte[] good = FORMAT.write(Tuples.of(FORMAT.fields(), values()));
        assertThatThrownBy(() -> FORMAT.read(new byte[] {(byte) 0xfe, (byte) 0xff, 0x0f, 1}, 0, 4))
                .isInstanceOf(MalformedException.class)
                .hasMessage("field 'page' at byte 0: Attempted to read 131071 bytes, but only 1 bytes are available");
        assertThatThrownBy(() -> FORMAT.read(good, 0, 1)).hasMessageContaining("field 'page' at byte 0");
        assertThatThrownBy(() -> FORMAT.read(Arrays.copyOf(good, good.length + 1), 0, good.length + 1))
                .hasMessageContaining("1 bytes follow the record at byte " + good.length);
    }

    @Test
    void elementsWithoutBytesAreRefusedAndDeepNestingIsBounded() {
        for (String items : List.of("\"null\"", "{\"type\": \"record\", \"name\": \"E\", \"fields\": []}")) {
            Schema array = schema(
                    "{\"name\": \"list\", \"type\": [\"null\", {\"type\": \"array\", \"items\": " + items + "}]}");
            assertThatThrownBy(() -> AvroFormat.of(array))
                    .isInstanceOf(TopologyException.class)
                    .hasMessageContaining("whose elements have no bytes");
        }
        AvroFormat chain = AvroFormat.of(new Schema.Parser()
                .parse("{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"next\", \"type\": [\"null\","
                        + " \"R\"]}]}"));
        byte[] deep = new byte[100_000];
        Arrays.fill(deep, (byte) 2);
        assertThatThrownBy(() -> chain.read(deep, 0, deep.length))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("nested deeper");
    }

    /** Each field is at the byte that is named, also in the last bytes of a message, which the decoder copies. */
    @Test
    void theByteIsThatOfTheFieldForEachCut() {
        Schema schema = schema("{\"name\": \"a\", \"type\": \"long\"}", "{\"name\": \"b\", \"type\": \"string\"}");
        AvroFormat format = AvroFormat.of(schema);
        for (int length = 1; length < 40; length++) {
            byte[] bytes = format.write(Tuples.of(format.fields(), 1L << 40, "x".repeat(length)));
            int cut = bytes.length - 1;
            assertThatThrownBy(() -> format.read(bytes, 0, cut))
                    .as("%s", length)
                    .hasMessageContaining("field 'b' at byte 6: ");
        }
    }

    /** Text that is not UTF-8 is refused, and U+FFFD itself is not. */
    @Test
    void textsAreUtf8() throws MalformedException {
        AvroFormat format = AvroFormat.of(schema("{\"name\": \"a\", \"type\": \"string\"}"));
        byte[] good = format.write(Tuples.of(format.fields(), "\uFFFD"));
        assertThat(format.read(good, 0, good.length)).containsExactly("\uFFFD");
        assertThatThrownBy(() -> format.read(new byte[] {2, (byte) 0xE4}, 0, 2))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("field 'a' at byte 0: ");
    }

    @Test
    void whatDoesNotFitIsAnErrorWithTheField() {
        Object[] values = values();
        values[1] = 1L << 40;
        assertThatThrownBy(() -> FORMAT.write(Tuples.of(FORMAT.fields(), values)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'count'");
        Object[] others = values();
        others[9] = List.of(Map.of("x", "text"));
        assertThatThrownBy(() -> FORMAT.write(Tuples.of(FORMAT.fields(), others)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'points': field 'x'");
        assertThatThrownBy(() -> AvroFormat.of(Schema.create(Schema.Type.INT))).isInstanceOf(TopologyException.class);
    }
}
