// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import io.millrace.api.error.MalformedException;
import java.io.EOFException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Conversion;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.Decoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.ResolvingDecoder;
import org.apache.avro.util.Utf8;

/**
 * Reads Avro's binary encoding into plain values, by Avro's own reader, which resolves the writer's schema to the
 * reader's. Avro compares each length of a text or bytes with the bytes that are left before it allocates; this class
 * lets lists grow with their elements, adds a bound of the depth, names of fields and places to the errors, and refuses
 * texts that are not UTF-8. Called by one task's thread.
 */
final class AvroReading extends GenericDatumReader<Object> {

    private static final int DEEPEST = 200;
    private static final int MICROS = 1_000_000;

    private final Utf8 text = new Utf8();

    /** Null before the first message. */
    private BinaryDecoder message;

    private int length;
    private int depth;

    AvroReading(Schema writer, Schema reader) {
        super(writer, reader, new PlainData());
    }

    /** Makes records maps with the fields in their order. Conversions that are found on the class path are not used. */
    private static final class PlainData extends GenericData {

        PlainData() {
            // It makes records by itself, without the methods that are overridden here
            setFastReaderEnabled(false);
        }

        @Override
        public Object newRecord(Object old, Schema schema) {
            Map<String, Object> record = new LinkedHashMap<>();
            schema.getFields().forEach(field -> record.put(field.name(), null));
            return record;
        }

        @Override
        public <T> Conversion<T> getConversionFor(LogicalType type) {
            return null;
        }
    }

    Object[] read(byte[] bytes, int offset, int count, int prefix) throws MalformedException {
        message = DecoderFactory.get().binaryDecoder(bytes, offset + prefix, count - prefix, message);
        length = count;
        depth = 0;
        Map<?, ?> record;
        try {
            record = (Map<?, ?>) read(null, message);
        } catch (IOException | RuntimeException e) {
            throw new MalformedException(e instanceof Damage ? e.getMessage() : "behind the last field: " + reason(e));
        } catch (StackOverflowError e) {
            throw new MalformedException("a field that is not read is nested too deep");
        }
        if (message.remainingBytes() > 0) {
            throw new MalformedException(message.remainingBytes() + " bytes follow the record at byte " + position());
        }
        return record.values().toArray();
    }

    /** A reason, to which the fields around it add their names. */
    private static final class Damage extends IOException {

        private static final long serialVersionUID = 1L;

        Damage(String message) {
            super(message);
        }

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    private static String reason(Exception e) {
        if (e instanceof IndexOutOfBoundsException) {
            return "a union has no such branch: " + e.getMessage();
        }
        if (e.getMessage() == null) {
            return e instanceof EOFException ? "the message ends within it" : e.toString();
        }
        return e.getMessage().lines().findFirst().orElse("");
    }

    private int position() {
        return length - message.remainingBytes();
    }

    @Override
    @SuppressWarnings("unchecked")
    protected void readField(Object record, Schema.Field field, Object old, ResolvingDecoder in, Object state)
            throws IOException {
        String name = depth == 1 ? "field '" + field.name() + "' at byte " + position() : "'" + field.name() + "'";
        try {
            ((Map<String, Object>) record).put(field.name(), read(null, field.schema(), in));
        } catch (IOException | RuntimeException e) {
            throw new Damage(name + ": " + (e instanceof Damage ? e.getMessage() : reason(e)));
        }
    }

    @Override
    protected Object readWithoutConversion(Object old, Schema expected, ResolvingDecoder in) throws IOException {
        if (++depth > DEEPEST) {
            throw new Damage("it is nested deeper than " + DEEPEST);
        }
        Object value = logical(expected.getLogicalType(), super.readWithoutConversion(null, expected, in));
        depth--;
        return value;
    }

    @Override
    protected Object readString(Object old, Schema expected, Decoder in) throws IOException {
        Utf8 read = in.readString(text);
        String value = new String(read.getBytes(), 0, read.getByteLength(), StandardCharsets.UTF_8);
        // Bytes that cannot be decoded have become U+FFFD, which may also be in the text itself
        if (value.indexOf('\uFFFD') >= 0) {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(read.getBytes(), 0, read.getByteLength()));
        }
        return value;
    }

    @Override
    protected Object readBytes(Object old, Schema expected, Decoder in) throws IOException {
        ByteBuffer read = in.readBytes(null);
        byte[] bytes = new byte[read.remaining()];
        read.get(bytes);
        return bytes;
    }

    @Override
    protected Object readFixed(Object old, Schema expected, Decoder in) throws IOException {
        if (expected.getFixedSize() > in.remainingBytes()) {
            throw new EOFException();
        }
        byte[] bytes = new byte[expected.getFixedSize()];
        in.readFixed(bytes, 0, bytes.length);
        return bytes;
    }

    @Override
    protected Object createEnum(String symbol, Schema schema) {
        return symbol;
    }

    /**
     * Avro's own method compares the number of elements with the bytes that they would have by the reader's schema, and
     * so refuses messages whose writer has smaller ones. Each element has a byte here, so the message ends the loop.
     */
    @Override
    protected Object readArray(Object old, Schema expected, ResolvingDecoder in) throws IOException {
        List<Object> array = new ArrayList<>();
        for (long left = in.readArrayStart(); left > 0; left = in.arrayNext()) {
            for (; left > 0; left--) {
                array.add(readWithoutConversion(null, expected.getElementType(), in));
            }
        }
        return array;
    }

    /** As {@link #readArray}, for the same reason. */
    @Override
    protected Object readMap(Object old, Schema expected, ResolvingDecoder in) throws IOException {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (long left = in.readMapStart(); left > 0; left = in.mapNext()) {
            for (; left > 0; left--) {
                map.put(readString(null, expected, in), readWithoutConversion(null, expected.getValueType(), in));
            }
        }
        return map;
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
