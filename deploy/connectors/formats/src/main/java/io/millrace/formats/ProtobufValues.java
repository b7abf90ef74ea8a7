// SPDX-License-Identifier: Apache-2.0
package io.millrace.formats;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plain values of fields, and back. */
final class ProtobufValues {

    private ProtobufValues() {}

    static Object read(MessageOrBuilder message, FieldDescriptor field) {
        if (field.isMapField()) {
            Map<Object, Object> map = new LinkedHashMap<>();
            for (Object entry : (List<?>) message.getField(field)) {
                List<FieldDescriptor> parts = field.getMessageType().getFields();
                map.put(read((Message) entry, parts.get(0)), read((Message) entry, parts.get(1)));
            }
            return map;
        }
        if (field.isRepeated()) {
            List<Object> list = new ArrayList<>();
            for (Object each : (List<?>) message.getField(field)) {
                list.add(plain(each));
            }
            return list;
        }
        return field.hasPresence() && !message.hasField(field) ? null : plain(message.getField(field));
    }

    private static Object plain(Object value) {
        if (value instanceof ByteString bytes) {
            return bytes.toByteArray();
        }
        if (value instanceof EnumValueDescriptor constant) {
            return constant.getName();
        }
        if (value instanceof Message message) {
            Map<String, Object> map = new LinkedHashMap<>();
            for (FieldDescriptor field : message.getDescriptorForType().getFields()) {
                map.put(field.getName(), read(message, field));
            }
            return map;
        }
        return value;
    }

    /** Sets a field; null leaves it unset. */
    static void write(Message.Builder builder, FieldDescriptor field, Object value) {
        if (value == null) {
            return;
        }
        try {
            if (field.isMapField()) {
                ((Map<?, ?>) fits(value, Map.class)).forEach((key, each) -> addEntry(builder, field, key, each));
            } else if (field.isRepeated()) {
                ((List<?>) fits(value, List.class))
                        .forEach(each -> builder.addRepeatedField(field, made(builder, field, each)));
            } else {
                builder.setField(field, made(builder, field, value));
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new IllegalArgumentException("field '" + field.getName() + "': " + e.getMessage(), e);
        }
    }

    private static void addEntry(Message.Builder builder, FieldDescriptor field, Object key, Object value) {
        Message.Builder entry = builder.newBuilderForField(field);
        List<FieldDescriptor> parts = field.getMessageType().getFields();
        write(entry, parts.get(0), key);
        write(entry, parts.get(1), value);
        builder.addRepeatedField(field, entry.build());
    }

    private static Object made(Message.Builder builder, FieldDescriptor field, Object value) {
        return switch (field.getJavaType()) {
            case INT -> Math.toIntExact(whole(value));
            case LONG -> whole(value);
            case FLOAT -> fits(value, Number.class).floatValue();
            case DOUBLE -> fits(value, Number.class).doubleValue();
            case BOOLEAN -> fits(value, Boolean.class);
            case STRING -> fits(value, String.class);
            case BYTE_STRING -> ByteString.copyFrom(fits(value, byte[].class));
            case ENUM -> constant(field, value);
            case MESSAGE -> message(builder.newBuilderForField(field), fits(value, Map.class));
        };
    }

    private static <T> T fits(Object value, Class<T> type) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    (value == null ? "null" : "a value of " + value.getClass().getName()) + " is no "
                            + type.getSimpleName());
        }
        return type.cast(value);
    }

    private static long whole(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        throw new IllegalArgumentException(
                (value == null ? "null" : "a value of " + value.getClass().getName()) + " is no whole number");
    }

    private static EnumValueDescriptor constant(FieldDescriptor field, Object value) {
        EnumValueDescriptor constant = field.getEnumType().findValueByName(String.valueOf(value));
        if (constant == null) {
            throw new IllegalArgumentException(
                    "'" + value + "' is no constant of " + field.getEnumType().getName());
        }
        return constant;
    }

    private static Message message(Message.Builder builder, Map<?, ?> values) {
        for (Map.Entry<?, ?> each : values.entrySet()) {
            FieldDescriptor field = builder.getDescriptorForType().findFieldByName(String.valueOf(each.getKey()));
            if (field == null) {
                throw new IllegalArgumentException(
                        builder.getDescriptorForType().getName() + " has no field '" + each.getKey() + "'");
            }
            write(builder, field, each.getValue());
        }
        return builder.build();
    }
}
