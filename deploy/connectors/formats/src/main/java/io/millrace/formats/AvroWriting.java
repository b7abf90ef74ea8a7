// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import io.millrace.api.Tuple;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.LogicalType;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Writes plain values in Avro's binary encoding. Called by one task's thread. */
final class AvroWriting {

    private final Schema schema;
    private final GenericDatumWriter<Object> writer;

    AvroWriting(Schema schema) {
        this.schema = schema;
        writer = new GenericDatumWriter<>(schema, new GenericData());
    }

    byte[] write(Tuple input) {
        GenericData.Record record = new GenericData.Record(schema);
        for (Schema.Field field : schema.getFields()) {
            record.put(field.pos(), named(field, input.get(field.name())));
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        try {
            writer.write(record, encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static Object named(Schema.Field field, Object value) {
        try {
            return avro(field.schema(), value);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException("field '" + field.name() + "': " + e.getMessage(), e);
        }
    }

    private static Object avro(Schema type, Object value) {
        Object plain = type.getLogicalType() == null ? value : withoutLogicalType(type, type.getLogicalType(), value);
        return switch (type.getType()) {
            case UNION -> union(type, value);
            case NULL -> plain == null ? null : refuse(type, plain);
            case BOOLEAN -> plain instanceof Boolean ? plain : refuse(type, plain);
            case INT -> plain instanceof Number ? Math.toIntExact(whole(type, plain)) : refuse(type, plain);
            case LONG -> plain instanceof Number ? whole(type, plain) : refuse(type, plain);
            case FLOAT -> plain instanceof Number number ? number.floatValue() : refuse(type, plain);
            case DOUBLE -> plain instanceof Number number ? number.doubleValue() : refuse(type, plain);
            case STRING ->
                plain instanceof CharSequence || plain instanceof Enum ? plain.toString() : refuse(type, plain);
            case BYTES -> plain instanceof byte[] bytes ? ByteBuffer.wrap(bytes) : refuse(type, plain);
            case FIXED ->
                plain instanceof byte[] bytes && bytes.length == type.getFixedSize()
                        ? new GenericData.Fixed(type, bytes)
                        : refuse(type, plain);
            case ENUM ->
                plain != null && type.hasEnumSymbol(plain.toString())
                        ? new GenericData.EnumSymbol(type, plain.toString())
                        : refuse(type, plain);
            case ARRAY -> plain instanceof List<?> list ? array(type, list) : refuse(type, plain);
            case MAP -> plain instanceof Map<?, ?> map ? map(type, map) : refuse(type, plain);
            case RECORD -> plain instanceof Map<?, ?> map ? record(type, map) : refuse(type, plain);
        };
    }

    private static Object refuse(Schema type, Object value) {
        throw new IllegalArgumentException(
                (value == null ? "null" : "a value of " + value.getClass().getName())
                        + " does not fit " + type.getType().getName()
                        + (type.getLogicalType() == null
                                ? ""
                                : " " + type.getLogicalType().getName()));
    }

    private static long whole(Schema type, Object value) {
        if (value instanceof Double || value instanceof Float || value instanceof BigDecimal) {
            refuse(type, value);
        }
        return ((Number) value).longValue();
    }

    private static Object withoutLogicalType(Schema type, LogicalType logical, Object value) {
        if (value instanceof Instant instant && logical instanceof LogicalTypes.TimestampMillis) {
            return instant.toEpochMilli();
        }
        if (value instanceof Instant instant && logical instanceof LogicalTypes.TimestampMicros) {
            return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
        }
        if (value instanceof LocalDate date && logical instanceof LogicalTypes.Date) {
            return Math.toIntExact(date.toEpochDay());
        }
        if (value instanceof BigDecimal number && logical instanceof LogicalTypes.Decimal decimal) {
            return decimal(type, decimal, number.setScale(decimal.getScale(), RoundingMode.UNNECESSARY));
        }
        return value;
    }

    private static byte[] decimal(Schema type, LogicalTypes.Decimal decimal, BigDecimal number) {
        byte[] bytes = number.unscaledValue().toByteArray();
        if (number.precision() > decimal.getPrecision()
                || type.getType() == Schema.Type.FIXED && bytes.length > type.getFixedSize()) {
            throw new IllegalArgumentException(number + " has more than " + decimal.getPrecision() + " digits");
        }
        if (type.getType() != Schema.Type.FIXED) {
            return bytes;
        }
        byte[] padded = new byte[type.getFixedSize()];
        Arrays.fill(padded, (byte) (number.signum() < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, padded, padded.length - bytes.length, bytes.length);
        return padded;
    }

    /** The first branch that takes the value. */
    private static Object union(Schema type, Object value) {
        for (Schema branch : type.getTypes()) {
            try {
                return avro(branch, value);
            } catch (IllegalArgumentException | ArithmeticException e) {
                // The next one may fit
            }
        }
        return refuse(type, value);
    }

    private static List<Object> array(Schema type, List<?> list) {
        List<Object> array = new ArrayList<>(list.size());
        for (Object each : list) {
            array.add(avro(type.getElementType(), each));
        }
        return array;
    }

    private static Map<String, Object> map(Schema type, Map<?, ?> values) {
        Map<String, Object> map = new LinkedHashMap<>();
        values.forEach((key, value) -> map.put(String.valueOf(key), avro(type.getValueType(), value)));
        return map;
    }

    private static GenericData.Record record(Schema type, Map<?, ?> values) {
        for (Object key : values.keySet()) {
            if (type.getField(String.valueOf(key)) == null) {
                throw new IllegalArgumentException(type.getName() + " has no field '" + key + "'");
            }
        }
        GenericData.Record record = new GenericData.Record(type);
        for (Schema.Field field : type.getFields()) {
            record.put(field.pos(), named(field, values.get(field.name())));
        }
        return record;
    }
}
