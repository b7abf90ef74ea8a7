package io.millrace.connectors.jdbc;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;

/**
 * The values of parameters as bytes, in which snapshots keep them: a byte for the kind, then the value, for each in turn. Kinds are
 * added at the end and keep their numbers, as savepoints have them.
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

    private RowCodec() {}

    /**
     * Returns the value as a parameter: enums become their names, characters texts, and {@code BigInteger} a {@code BigDecimal}.
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
                || value instanceof Instant
                || value instanceof LocalDate
                || value instanceof LocalTime
                || value instanceof LocalDateTime
                || value instanceof OffsetDateTime
                || value instanceof UUID) {
            return value;
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

    static byte[] encode(Object[] row) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            for (Object value : row) {
                write(out, value);
            }
        } catch (IOException e) {
            throw new IllegalStateException("memory cannot be written", e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Object value) throws IOException {
        if (value == null) {
            kind(out, Kind.NULL);
        } else if (value instanceof Boolean truth) {
            kind(out, truth ? Kind.TRUE : Kind.FALSE);
        } else if (value instanceof Byte number) {
            kind(out, Kind.BYTE).writeByte(number);
        } else if (value instanceof Short number) {
            kind(out, Kind.SHORT).writeShort(number);
        } else if (value instanceof Integer number) {
            kind(out, Kind.INTEGER).writeInt(number);
        } else if (value instanceof Long number) {
            kind(out, Kind.LONG).writeLong(number);
        } else if (value instanceof Float number) {
            kind(out, Kind.FLOAT).writeFloat(number);
        } else if (value instanceof Double number) {
            kind(out, Kind.DOUBLE).writeDouble(number);
        } else if (value instanceof byte[] bytes) {
            bytes(kind(out, Kind.BYTES), bytes);
        } else if (value instanceof Instant instant) {
            kind(out, Kind.INSTANT).writeLong(instant.getEpochSecond());
            out.writeInt(instant.getNano());
        } else if (value instanceof UUID id) {
            kind(out, Kind.UUID).writeLong(id.getMostSignificantBits());
            out.writeLong(id.getLeastSignificantBits());
        } else {
            bytes(kind(out, kindOfText(value)), value.toString().getBytes(StandardCharsets.UTF_8));
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

    private static DataOutputStream kind(DataOutputStream out, Kind kind) throws IOException {
        out.writeByte(kind.ordinal());
        return out;
    }

    private static void bytes(DataOutputStream out, byte[] bytes) throws IOException {
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    static Object[] decode(DataInputStream in, int values) throws IOException {
        Object[] row = new Object[values];
        for (int i = 0; i < values; i++) {
            row[i] = read(in);
        }
        return row;
    }

    private static Object read(DataInputStream in) throws IOException {
        int kind = in.readUnsignedByte();
        if (kind >= KINDS.length) {
            throw new IOException("a value has the unknown kind " + kind);
        }
        return switch (KINDS[kind]) {
            case NULL -> null;
            case FALSE -> false;
            case TRUE -> true;
            case BYTE -> in.readByte();
            case SHORT -> in.readShort();
            case INTEGER -> in.readInt();
            case LONG -> in.readLong();
            case FLOAT -> in.readFloat();
            case DOUBLE -> in.readDouble();
            case STRING -> text(in);
            case BYTES -> in.readNBytes(in.readInt());
            case DECIMAL -> new BigDecimal(text(in));
            case INSTANT -> Instant.ofEpochSecond(in.readLong(), in.readInt());
            case LOCAL_DATE -> LocalDate.parse(text(in));
            case LOCAL_TIME -> LocalTime.parse(text(in));
            case LOCAL_DATE_TIME -> LocalDateTime.parse(text(in));
            case OFFSET_DATE_TIME -> OffsetDateTime.parse(text(in));
            case UUID -> new UUID(in.readLong(), in.readLong());
        };
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }
}
