// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import io.millrace.api.error.MalformedException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Reads Avro's binary encoding (specification 1.12, "Binary encoding") into plain values. Avro's own decoder believes
 * the lengths that a message claims, and does not say where it fails; this one never allocates more than the message
 * has. Called by one task's thread.
 */
final class AvroReading {

    private static final int DEEPEST = 200;

    /** The most elements that have no bytes, whose number the message's length does not bound. */
    private static final int MOST_EMPTY = 65_536;

    private static final int LONG_BYTES = 10;
    private static final int INT_BYTES = 5;
    private static final int PAYLOAD_BITS = 7;
    private static final int MICROS = 1_000_000;

    private final Schema schema;

    private ByteBuffer in;
    private int begin;
    private int empty;
    private int depth;

    AvroReading(Schema schema) {
        this.schema = schema;
    }

    Object[] read(byte[] bytes, int offset, int length, int prefix) throws MalformedException {
        in = ByteBuffer.wrap(bytes, offset + prefix, length - prefix).order(ByteOrder.LITTLE_ENDIAN);
        begin = offset;
        empty = 0;
        depth = 0;
        List<Schema.Field> fields = schema.getFields();
        Object[] values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = field(fields.get(i));
        }
        if (in.hasRemaining()) {
            throw new MalformedException(in.remaining() + " bytes follow the record at byte " + position());
        }
        return values;
    }

    /** A reason, to which the fields around it add their names. */
    private static final class Damage extends Exception {

        private static final long serialVersionUID = 1L;

        Damage(String message) {
            super(message, null, false, false);
        }
    }

    private Object field(Schema.Field field) throws MalformedException {
        int at = position();
        try {
            return value(field.schema());
        } catch (Damage e) {
            throw new MalformedException("field '" + field.name() + "' at byte " + at + ": " + e.getMessage());
        }
    }

    private int position() {
        return in.position() - begin;
    }

    private Object value(Schema type) throws Damage {
        if (++depth > DEEPEST) {
            throw new Damage("it is nested deeper than " + DEEPEST);
        }
        Object value = logical(type.getLogicalType(), plain(type));
        depth--;
        return value;
    }

    private Object plain(Schema type) throws Damage {
        return switch (type.getType()) {
            case NULL -> null;
            case BOOLEAN -> truth();
            case INT -> (int) number(INT_BYTES, "int");
            case LONG -> number(LONG_BYTES, "long");
            case FLOAT -> need(Float.BYTES).getFloat();
            case DOUBLE -> need(Double.BYTES).getDouble();
            case STRING -> text(length());
            case BYTES -> bytes(length());
            case FIXED -> bytes(type.getFixedSize());
            case ENUM -> type.getEnumSymbols().get(index(type.getEnumSymbols().size(), "symbol"));
            case UNION -> value(type.getTypes().get(index(type.getTypes().size(), "branch")));
            case ARRAY -> array(type.getElementType());
            case MAP -> map(type.getValueType());
            case RECORD -> record(type);
        };
    }

    private ByteBuffer need(long bytes) throws Damage {
        if (bytes > in.remaining()) {
            throw new Damage("it needs " + bytes + " bytes, and " + in.remaining() + " are left");
        }
        return in;
    }

    private boolean truth() throws Damage {
        byte value = need(1).get();
        if (value != 0 && value != 1) {
            throw new Damage(value + " is no boolean");
        }
        return value == 1;
    }

    /** Seven bits a byte, the lowest first, with the sign in the lowest bit. */
    private long number(int mostBytes, String type) throws Damage {
        long bits = 0;
        for (int i = 0; i < mostBytes; i++) {
            byte next = need(1).get();
            bits |= (next & 0x7fL) << PAYLOAD_BITS * i;
            if (next >= 0) {
                // Only the bits that are left may be set in the last byte
                int left = (mostBytes == INT_BYTES ? Integer.SIZE : Long.SIZE) - PAYLOAD_BITS * i;
                if (left < PAYLOAD_BITS && next >>> left != 0) {
                    break;
                }
                return bits >>> 1 ^ -(bits & 1);
            }
        }
        throw new Damage("a number is out of the range of " + type);
    }

    private long length() throws Damage {
        long length = number(LONG_BYTES, "long");
        if (length < 0) {
            throw new Damage("a length is " + length);
        }
        return length;
    }

    private int index(int size, String what) throws Damage {
        long index = number(LONG_BYTES, "long");
        if (index < 0 || index >= size) {
            throw new Damage(what + " " + index + " is none of " + size);
        }
        return (int) index;
    }

    private byte[] bytes(long length) throws Damage {
        need(length);
        byte[] bytes = new byte[(int) length];
        in.get(bytes);
        return bytes;
    }

    private String text(long length) throws Damage {
        need(length);
        ByteBuffer part = in.slice().limit((int) length);
        in.position(in.position() + (int) length);
        try {
            CharBuffer text = StandardCharsets.UTF_8
                    .newDecoder()
                    .onMalformedInput(CodingErrorAction.REPORT)
                    .onUnmappableCharacter(CodingErrorAction.REPORT)
                    .decode(part);
            return text.toString();
        } catch (CharacterCodingException e) {
            throw new Damage("a text is not in UTF-8");
        }
    }

    private List<Object> array(Schema element) throws Damage {
        List<Object> list = new ArrayList<>();
        for (long left = block(); left > 0; left = block()) {
            for (; left > 0; left--) {
                int before = in.position();
                list.add(value(element));
                countEmpty(before);
            }
        }
        return list;
    }

    private Map<String, Object> map(Schema element) throws Damage {
        Map<String, Object> map = new LinkedHashMap<>();
        for (long left = block(); left > 0; left = block()) {
            for (; left > 0; left--) {
                map.put(text(length()), value(element));
            }
        }
        return map;
    }

    private void countEmpty(int before) throws Damage {
        if (in.position() == before && ++empty > MOST_EMPTY) {
            throw new Damage("more than " + MOST_EMPTY + " elements have no bytes");
        }
    }

    /**
     * Returns the number of elements that follow. A negative one has the length of the block behind it, for those who
     * pass over it.
     */
    private long block() throws Damage {
        long count = number(LONG_BYTES, "long");
        if (count >= 0) {
            return count;
        }
        need(length());
        if (count == Long.MIN_VALUE) {
            throw new Damage("a block has " + count + " elements");
        }
        return -count;
    }

    private Map<String, Object> record(Schema type) throws Damage {
        Map<String, Object> record = new LinkedHashMap<>();
        for (Schema.Field field : type.getFields()) {
            try {
                record.put(field.name(), value(field.schema()));
            } catch (Damage e) {
                throw new Damage("'" + field.name() + "': " + e.getMessage());
            }
        }
        return record;
    }

    private static Object logical(LogicalType type, Object value) throws Damage {
        try {
            if (type instanceof LogicalTypes.TimestampMillis) {
                return Instant.ofEpochMilli((Long) value);
            }
            if (type instanceof LogicalTypes.TimestampMicros) {
                long micros = (Long) value;
                return Instant.ofEpochSecond(Math.floorDiv(micros, MICROS), Math.floorMod(micros, MICROS) * 1_000L);
            }
            if (type instanceof LogicalTypes.Date) {
                return LocalDate.ofEpochDay((Integer) value);
            }
            if (type instanceof LogicalTypes.Decimal decimal) {
                byte[] unscaled = (byte[]) value;
                if (unscaled.length == 0) {
                    throw new Damage("a decimal has no bytes");
                }
                return new BigDecimal(new BigInteger(unscaled), decimal.getScale());
            }
            return value;
        } catch (DateTimeException | ArithmeticException e) {
            throw new Damage(value + " is no " + type.getName());
        }
    }
}
