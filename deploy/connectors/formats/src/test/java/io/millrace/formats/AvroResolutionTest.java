// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.avro.Schema;
import org.junit.jupiter.api.Test;

/** Messages of one schema are read by another one, and damaged ones cost no more memory than their length allows. */
class AvroResolutionTest {

    private static final Schema WRITER = new Schema.Parser().parse("""
            {"type": "record", "name": "View", "fields": [
              {"name": "gone", "type": {"type": "array", "items": {"type": "map", "values": {"type": "record",
                "name": "Node", "fields": [{"name": "next", "type": {"type": "array", "items": "Node"}}]}}}},
              {"name": "page", "type": "string"},
              {"name": "count", "type": "int"},
              {"name": "share", "type": "float"},
              {"name": "old", "type": "bytes"},
              {"name": "user", "type": "long"},
              {"name": "device", "type": {"type": "enum", "name": "Device", "symbols": ["DESK", "PHONE", "WATCH"]}},
              {"name": "points", "type": {"type": "array", "items": {"type": "record", "name": "Point", "fields": [
                {"name": "x", "type": "int"}, {"name": "y", "type": "int"}]}}}]}
            """);

    private static final Schema READER = new Schema.Parser().parse("""
            {"type": "record", "name": "PageView", "aliases": ["View"], "fields": [
              {"name": "country", "type": "string", "default": "none"},
              {"name": "count", "type": "long"},
              {"name": "share", "type": "double"},
              {"name": "text", "type": "string", "aliases": ["old"]},
              {"name": "user", "type": ["null", "long"]},
              {"name": "page", "type": "string"},
              {"name": "device", "type": {"type": "enum", "name": "Device", "symbols": ["PHONE", "DESK", "OTHER"],
                "default": "OTHER"}},
              {"name": "points", "type": {"type": "array", "items": {"type": "record", "name": "Point", "fields": [
                {"name": "z", "type": ["int", "null"], "default": 7}, {"name": "x", "type": "double"}]}}},
              {"name": "tags", "type": {"type": "map", "values": "int"}, "default": {"a": 1}}]}
            """);

    private static final AvroFormat WRITTEN = AvroFormat.of(WRITER);
    private static final AvroFormat READ = AvroFormat.of(READER).writtenBy(WRITER);

    private static byte[] message() {
        Map<String, Object> node = Map.of("next", List.of(Map.of("next", List.of())));
        return WRITTEN.write(Tuples.of(
                WRITTEN.fields(),
                List.of(Map.of("k", node), Map.of()),
                "home",
                -3,
                0.5f,
                "ü".getBytes(StandardCharsets.UTF_8),
                9L,
                "WATCH",
                List.of(Map.of("x", 1, "y", 2), Map.of("x", 3, "y", 4))));
    }

    @Test
    void fieldsArePromotedRenamedAddedAndPassedOver() throws MalformedException {
        byte[] message = message();
        assertThat(READ.fields().names())
                .containsExactly("country", "count", "share", "text", "user", "page", "device", "points", "tags");
        for (int i = 0; i < 2; i++) {
            assertThat(READ.read(message, 0, message.length))
                    .containsExactly(
                            "none",
                            -3L,
                            0.5,
                            "ü",
                            9L,
                            "home",
                            "OTHER",
                            List.of(Map.of("z", 7, "x", 1.0), Map.of("z", 7, "x", 3.0)),
                            Map.of("a", 1));
        }
    }

    @Test
    void itIsWrittenByItsOwnSchema() throws MalformedException {
        Object[] values = {"at", 1L, 2.0, "t", null, "p", "DESK", List.of(), Map.of()};
        byte[] bytes = READ.write(Tuples.of(READ.fields(), values));
        assertThat(AvroFormat.of(READER).read(bytes, 0, bytes.length)).isEqualTo(values);
        byte[] prefixed = new byte[message().length + 5];
        System.arraycopy(message(), 0, prefixed, 5, prefixed.length - 5);
        assertThat(READ.skipPrefix(5).read(prefixed, 0, prefixed.length)).contains("home");
    }

    @Test
    void schemasThatDoNotFitAreNamedWithTheirPlaces() {
        Schema other = new Schema.Parser().parse("""
                {"type": "record", "name": "View", "fields": [
                  {"name": "page", "type": "int"}, {"name": "more", "type": "long"}]}
                """);
        assertThatThrownBy(() -> AvroFormat.of(other).writtenBy(WRITER))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith("messages of the writer's schema View cannot be read by the schema View: ")
                .hasMessageContaining("/fields/0/type TYPE_MISMATCH")
                .hasMessageContaining("/fields/1 READER_FIELD_MISSING_DEFAULT_VALUE: more");
        assertThatThrownBy(() -> READ.writtenBy(null)).isInstanceOf(TopologyException.class);
    }

    /** Whatever the bytes are, a message is a record or malformed, and costs memory in proportion to its length. */
    @Test
    void damagedMessagesAreBoundedInMemory() {
        // What is loaded with the first error of a kind is none of the message's memory
        damagedMessagesTakeAtMost(Long.MAX_VALUE);
        damagedMessagesTakeAtMost(64 << 10);
    }

    private static void damagedMessagesTakeAtMost(long most) {
        Random random = new Random(5);
        ThreadMXBean thread = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int malformed = 0;
        for (AvroFormat format : List.of(READ, WRITTEN)) {
            isMalformed(format, message());
            for (int i = 0; i < 4_000; i++) {
                byte[] bytes = i % 3 == 0 ? new byte[1 + random.nextInt(60)] : message();
                if (i % 3 == 0) {
                    random.nextBytes(bytes);
                }
                for (int left = random.nextInt(4); left > 0; left--) {
                    bytes[random.nextInt(bytes.length)] = (byte) (random.nextBoolean() ? 0xFF : random.nextInt());
                }
                byte[] part = Arrays.copyOf(bytes, bytes.length - random.nextInt(2) * random.nextInt(bytes.length));
                long before = thread.getCurrentThreadAllocatedBytes();
                malformed += isMalformed(format, part) ? 1 : 0;
                assertThat(thread.getCurrentThreadAllocatedBytes() - before)
                        .as(() -> Arrays.toString(part))
                        .isLessThanOrEqualTo(most);
            }
        }
        assertThat(malformed).isBetween(3_000, 7_900);
    }

    private static boolean isMalformed(AvroFormat format, byte[] bytes) {
        try {
            format.read(bytes, 0, bytes.length);
            return false;
        } catch (MalformedException e) {
            assertThat(e.getMessage()).isNotBlank().doesNotContain("\n");
            return true;
        }
    }

    @Test
    void aFieldThatIsPassedOverMayNotBeNestedTooDeep() throws MalformedException {
        byte[] deep = new byte[1_000_000];
        Arrays.fill(deep, (byte) 2);
        assertThatThrownBy(() -> READ.read(deep, 0, deep.length))
                .isInstanceOf(MalformedException.class)
                .hasMessageContaining("nested");
        byte[] message = message();
        assertThat(READ.read(message, 0, message.length)).contains("home");
    }
}
