// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.FieldSerializer.CachedField;
import com.esotericsoftware.kryo.serializers.ImmutableSerializer;
import io.millrace.api.error.Foreign;
import io.millrace.runtime.codec.WrittenClasses.Form;
import io.millrace.runtime.codec.WrittenClasses.Member;
import io.millrace.runtime.codec.WrittenClasses.WrittenClass;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The forms in which Kryo writes classes, and how it reads those of earlier versions. Stateless. */
final class ClassForms {

    private ClassForms() {}

    /** Returns how a Kryo encodes all classes that are registered with it. */
    static List<WrittenClass> of(Kryo kryo, AuthorCodecs authors) {
        List<WrittenClass> classes = new ArrayList<>();
        for (int id = 0; id < kryo.getNextRegistrationId(); id++) {
            Registration registration = kryo.getRegistration(id);
            if (registration != null && !registration.getType().isPrimitive()) {
                Class<?> type = registration.getType();
                Form form = authors.of(type) != null ? Form.CODED : form(type, registration.getSerializer());
                classes.add(new WrittenClass(
                        id, type.getName(), form, kryo.isFinal(type), members(type, form, registration)));
            }
        }
        return classes;
    }

    private static Form form(Class<?> type, Serializer<?> serializer) {
        if (type.isRecord()) {
            return Form.RECORD;
        }
        if (type.isEnum()) {
            return Form.ENUM;
        }
        return serializer instanceof FieldSerializer && !type.getName().startsWith("java.") ? Form.FIELDS : Form.WHOLE;
    }

    private static List<Member> members(Class<?> type, Form form, Registration registration) {
        return switch (form) {
            case WHOLE, CODED -> List.of();
            case ENUM ->
                Arrays.stream(type.getEnumConstants())
                        .map(constant -> new Member(((Enum<?>) constant).name(), ""))
                        .toList();
            case RECORD ->
                Arrays.stream(type.getRecordComponents())
                        .sorted(Comparator.comparing(RecordComponent::getName))
                        .map(part ->
                                new Member(part.getName(), part.getGenericType().getTypeName()))
                        .toList();
            case FIELDS ->
                Arrays.stream(((FieldSerializer<?>) registration.getSerializer()).getFields())
                        .map(field -> new Member(
                                field.getName(),
                                field.getField().getGenericType().getTypeName()))
                        .toList();
        };
    }

    /**
     * Lets a Kryo read what another Kryo wrote, whose classes had other ids, and fewer fields.
     *
     * @param present the classes as the Kryo knows them
     * @throws CodecException if a class has changed otherwise, with one line
     */
    static void readAs(Kryo kryo, WrittenClasses written, WrittenClasses present) {
        written.refusal(present).ifPresent(why -> {
            throw new CodecException(why);
        });
        Map<String, WrittenClass> now = new HashMap<>();
        Map<String, Registration> known = new HashMap<>();
        for (WrittenClass each : present.registered()) {
            now.put(each.name(), each);
            known.put(each.name(), kryo.getRegistration(each.id()));
        }
        for (WrittenClass before : written.registered()) {
            Registration registration = known.get(before.name());
            if (registration == null) {
                // The class is one of Java's, and is not used any more
                continue;
            }
            boolean same = before.members().equals(now.get(before.name()).members());
            kryo.register(
                    registration.getType(),
                    same ? registration.getSerializer() : reader(kryo, registration.getType(), before),
                    before.id());
        }
    }

    private static Serializer<?> reader(Kryo kryo, Class<?> type, WrittenClass before) {
        return switch (before.form()) {
            case RECORD -> new EarlierRecord(type, before.members());
            case ENUM -> new EarlierEnum(type, before.members());
            default -> fields(kryo, type, before.members());
        };
    }

    /** An added field keeps the value that the constructor without parameters gives it. */
    private static Serializer<?> fields(Kryo kryo, Class<?> type, List<Member> members) {
        FieldSerializer<?> serializer = (FieldSerializer<?>) kryo.getDefaultSerializer(type);
        for (CachedField field : serializer.getFields()) {
            if (members.stream().noneMatch(member -> member.name().equals(field.getName()))) {
                serializer.removeField(field);
            }
        }
        return serializer;
    }

    /** A serializer of an earlier version of a class, which only reads. */
    private abstract static class Earlier extends ImmutableSerializer<Object> {

        @Override
        public final void write(Kryo kryo, Output output, Object value) {
            throw new IllegalStateException("this codec only reads");
        }
    }

    private static final class EarlierRecord extends Earlier {

        private final Constructor<?> constructor;
        private final Object[] defaults;
        /** The types of the components that were written, and their present positions. */
        private final Class<?>[] types;

        private final int[] positions;

        EarlierRecord(Class<?> type, List<Member> members) {
            RecordComponent[] parts = type.getRecordComponents();
            Class<?>[] all = Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new);
            try {
                constructor = type.getDeclaredConstructor(all);
                constructor.setAccessible(true);
            } catch (NoSuchMethodException e) {
                throw new IllegalStateException(e);
            }
            // The elements of an array of a primitive type have its default
            defaults = Arrays.stream(all)
                    .map(each -> each.isPrimitive() ? Array.get(Array.newInstance(each, 1), 0) : null)
                    .toArray();
            types = new Class<?>[members.size()];
            positions = new int[members.size()];
            for (int i = 0; i < types.length; i++) {
                for (int now = 0; now < parts.length; now++) {
                    if (parts[now].getName().equals(members.get(i).name())) {
                        types[i] = all[now];
                        positions[i] = now;
                    }
                }
            }
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<?> type) {
            Object[] values = defaults.clone();
            for (int i = 0; i < types.length; i++) {
                values[positions[i]] = types[i].isPrimitive()
                        ? kryo.readObject(input, types[i])
                        : kryo.isFinal(types[i])
                                ? kryo.readObjectOrNull(input, types[i])
                                : kryo.readClassAndObject(input);
            }
            try {
                return constructor.newInstance(values);
            } catch (ReflectiveOperationException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw new CodecException(
                        "a " + type.getTypeName() + " without its added components cannot be made: "
                                + Foreign.text(cause),
                        Foreign.readable(cause));
            }
        }
    }

    private static final class EarlierEnum extends Earlier {

        private final Object[] constants;

        EarlierEnum(Class<?> type, List<Member> members) {
            Map<String, Object> byName = new HashMap<>();
            for (Object constant : type.getEnumConstants()) {
                byName.put(((Enum<?>) constant).name(), constant);
            }
            constants =
                    members.stream().map(member -> byName.get(member.name())).toArray();
            setAcceptsNull(true);
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<?> type) {
            int number = input.readVarInt(true);
            if (number < 0 || number > constants.length) {
                throw new CodecException("constant " + number + " of " + type.getTypeName() + " is unknown");
            }
            return number == Kryo.NULL ? null : constants[number - 1];
        }
    }
}
