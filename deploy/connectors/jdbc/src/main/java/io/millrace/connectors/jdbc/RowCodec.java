// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.jdbc;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;

/**
 * The values of parameters as bytes, in which snapshots keep them: a byte for the kind, then the value, for each in
 * turn. Kinds are added at the end and keep their numbers, as savepoints have them.
 */
final class RowCodec {

    private enum Kind {
        NULL,
        FALSE,
        TRUE,
        BYTE,
        SHORT,
        INTEGER,
        LONG,
        FLOAT,
        DOUBLE,
        STRING,
        BYTES,
        DECIMAL,
        INSTANT,
        LOCAL_DATE,
        LOCAL_TIME,
        LOCAL_DATE_TIME,
        OFFSET_DATE_TIME,
        UUID
    }

    private static final Kind[] KINDS = Kind.values();

    /** What a time with an offset can be, as which it is written. */
    private static final Instant EARLIEST = LocalDateTime.MIN.toInstant(ZoneOffset.UTC);

    private static final Instant LATEST = LocalDateTime.MAX.toInstant(ZoneOffset.UTC);

    private RowCodec() {}

    /**
     * Returns the value as a parameter: enums become their names, characters texts, and {@code BigInteger} a
     * {@code BigDecimal}.
     *
     * @throws IllegalArgumentException if it cannot be one, with the field
     */
    static Object parameter(String field, Object value) {
        if (value == null
                || value instanceof Boolean
                || value instanceof Byte
                || value instanceof Short
                || value instanceof Integer
                || value instanceof Long
                || value instanceof Float
                || value instanceof Double
                || value instanceof String
                || value instanceof byte[]
                || value instanceof BigDecimal
                || value instanceof LocalDate
                || value instanceof LocalTime
                || value instanceof LocalDateTime
                || value instanceof OffsetDateTime
                || value instanceof UUID) {
            return value;
        }
        if (value instanceof Instant instant) {
            if (instant.isBefore(EARLIEST) || instant.isAfter(LATEST)) {
                throw new IllegalArgumentException("field '" + field + "' is " + instant + ", and a time is from "
                        + EARLIEST + " to " + LATEST + ": emit null where a source means \"none\"");
            }
            return instant;
        }
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        if (value instanceof Character character) {
            return character.toString();
        }
        if (value instanceof BigInteger integer) {
            return new BigDecimal(integer);
        }
        throw new IllegalArgumentException(
                "field '" + field + "' has a value of " + value.getClass().getName()
                        + ", which is no parameter of a statement: make it a number, a text, bytes or a time before");
    }

    /** Writes a row behind what a buffer has. */
    static void encode(Object[] row, RowBuffer out) {
        for (Object value : row) {
            write(out, value);
        }
    }

    private static void write(RowBuffer out, Object value) {
        if (value == null) {
            kind(out, Kind.NULL, 0);
        } else if (value instanceof Boolean truth) {
            kind(out, truth ? Kind.TRUE : Kind.FALSE, 0);
        } else if (value instanceof Byte number) {
            kind(out, Kind.BYTE, Byte.BYTES).put(number);
        } else if (value instanceof Short number) {
            kind(out, Kind.SHORT, Short.BYTES).putShort(number);
        } else if (value instanceof Integer number) {
            kind(out, Kind.INTEGER, Integer.BYTES).putInt(number);
        } else if (value instanceof Long number) {
            kind(out, Kind.LONG, Long.BYTES).putLong(number);
        } else if (value instanceof Float number) {
            kind(out, Kind.FLOAT, Float.BYTES).putFloat(number);
        } else if (value instanceof Double number) {
            kind(out, Kind.DOUBLE, Double.BYTES).putDouble(number);
        } else if (value instanceof byte[] bytes) {
            bytes(out, Kind.BYTES, bytes);
        } else if (value instanceof Instant instant) {
            kind(out, Kind.INSTANT, Long.BYTES + Integer.BYTES)
                    .putLong(instant.getEpochSecond())
                    .putInt(instant.getNano());
        } else if (value instanceof UUID id) {
            kind(out, Kind.UUID, 2 * Long.BYTES)
                    .putLong(id.getMostSignificantBits())
                    .putLong(id.getLeastSignificantBits());
        } else {
            bytes(out, kindOfText(value), value.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Kind kindOfText(Object value) {
        if (value instanceof String) {
            return Kind.STRING;
        }
        if (value instanceof BigDecimal) {
            return Kind.DECIMAL;
        }
        if (value instanceof LocalDate) {
            return Kind.LOCAL_DATE;
        }
        if (value instanceof LocalTime) {
            return Kind.LOCAL_TIME;
        }
        return value instanceof LocalDateTime ? Kind.LOCAL_DATE_TIME : Kind.OFFSET_DATE_TIME;
    }

    /** Returns the buffer with room for so many bytes behind the kind. */
    private static ByteBuffer kind(RowBuffer out, Kind kind, int bytes) {
        return out.room(1 + bytes).put((byte) kind.ordinal());
    }

    private static void bytes(RowBuffer out, Kind kind, byte[] bytes) {
        kind(out, kind, Integer.BYTES + bytes.length).putInt(bytes.length).put(bytes);
    }

    /** @throws BufferUnderflowException if the bytes end within the row */
    static Object[] decode(ByteBuffer in, int values) {
        Object[] row = new Object[values];
        for (int i = 0; i < values; i++) {
            row[i] = read(in);
        }
        return row;
    }

    private static Object read(ByteBuffer in) {
        int kind = Byte.toUnsignedInt(in.get());
        if (kind >= KINDS.length) {
            throw new IllegalArgumentException("a value has the unknown kind " + kind);
        }
        return switch (KINDS[kind]) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case BYTE -> in.get();
            case SHORT -> in.getShort();
            case INTEGER -> in.getInt();
            case LONG -> in.getLong();
            case FLOAT -> in.getFloat();
            case DOUBLE -> in.getDouble();
            case STRING -> text(in);
            case BYTES -> bytes(in);
            case DECIMAL -> new BigDecimal(text(in));
            case INSTANT -> Instant.ofEpochSecond(in.getLong(), in.getInt());
            case LOCAL_DATE -> LocalDate.parse(text(in));
            case LOCAL_TIME -> LocalTime.parse(text(in));
            case LOCAL_DATE_TIME -> LocalDateTime.parse(text(in));
            case OFFSET_DATE_TIME -> OffsetDateTime.parse(text(in));
            case UUID -> new UUID(in.getLong(), in.getLong());
        };
    }

    private static byte[] bytes(ByteBuffer in) {
        byte[] bytes = new byte[length(in)];
        in.get(bytes);
        return bytes;
    }

    private static String text(ByteBuffer in) {
        int length = length(in);
        String text = new String(in.array(), in.arrayOffset() + in.position(), length, StandardCharsets.UTF_8);
        in.position(in.position() + length);
        return text;
    }

    private static int length(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw new BufferUnderflowException();
        }
        return length;
    }
}
