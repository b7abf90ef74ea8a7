// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Registration;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.SerializerFactory.BaseSerializerFactory;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.DefaultArraySerializers.ObjectArraySerializer;
import com.esotericsoftware.kryo.serializers.DefaultSerializers;
import com.esotericsoftware.kryo.serializers.FieldSerializer;
import com.esotericsoftware.kryo.serializers.ImmutableCollectionsSerializers;
import com.esotericsoftware.kryo.util.DefaultInstantiatorStrategy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * Kryo with the registrations that all workers of a topology make alike, so that class ids agree. One per codec,
 * confined to its thread.
 */
final class RegisteringKryo extends Kryo {

    static final int MAX_DEPTH = 256;

    /**
     * Common types of the fields of registered classes. They are registered before the author's classes, in this
     * order.
     */
    private static final List<Class<?>> COLLECTIONS = List.of(
            ArrayList.class,
            HashMap.class,
            LinkedHashMap.class,
            TreeMap.class,
            HashSet.class,
            LinkedHashSet.class,
            TreeSet.class,
            byte[].class,
            Object[].class,
            String[].class);

    /** The read-only forms; null until the constructor has made them. */
    private final ReadOnlyForms forms;

    private Class<?> unregistered;

    /** @param authors codecs, which encode objects of their classes here too */
    RegisteringKryo(List<Class<?>> registered, AuthorCodecs authors) {
        setRegistrationRequired(true);
        setReferences(false);
        setMaxDepth(MAX_DEPTH);
        setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
        addDefaultSerializer(Object[].class, new BoundedArraySerializers());
        addDefaultSerializer(EnumSet.class, new DefaultSerializers.EnumSetSerializer());
        addDefaultSerializer(Collection.class, new Collecting.Elements());
        addDefaultSerializer(Map.class, new Collecting.Entries());
        JavaValues.addTo(this);
        COLLECTIONS.forEach(this::register);
        ImmutableCollectionsSerializers.registerSerializers(this);
        for (Class<?> type : registered) {
            register(type);
            if (type.getClassLoader() != null) {
                setClassLoader(type.getClassLoader());
            }
        }
        CodedSerializer coded = new CodedSerializer(authors);
        authors.types().forEach(type -> register(type, coded));
        RecordParts.of(registered).forEach(this::registerPart);
        // This class comes behind all others, whose ids are part of the hashes of keys
        register(EnumSet.class);
        forms = new ReadOnlyForms(this);
        for (int id = 0; id < getNextRegistrationId(); id++) {
            Registration registration = getRegistration(id);
            if (registration != null && ReadOnlyForms.hasFields(registration)) {
                forms.keepDeclared(registration.getType());
            }
        }
    }

    @Override
    public Registration getRegistration(@SuppressWarnings("rawtypes") Class type) {
        Registration own = getClassResolver().getRegistration(type);
        if (own == null && forms != null && !EnumSet.class.isAssignableFrom(type)) {
            own = forms.of(type);
        }
        return own == null ? super.getRegistration(type) : own;
    }

    /** Registers the parts of a registered record, unless Kryo could not encode them without the author's help. */
    private void registerPart(Class<?> type) {
        boolean known = type.isRecord() || type.isEnum() || type.isArray();
        if (getClassResolver().getRegistration(type) == null
                && (known || hasSerializer(type))
                && Registrable.refusal(type, this::hasSerializer).isEmpty()) {
            register(type);
        }
    }

    /**
     * Returns whether this encodes a class otherwise than by its fields, as those of Java's classes are not accessible.
     */
    boolean hasSerializer(Class<?> type) {
        try {
            return !(getDefaultSerializer(type) instanceof FieldSerializer);
        } catch (RuntimeException e) {
            return false;
        }
    }

    /** Returns the class that was refused since {@link #forgetUnregistered}, or null. */
    Class<?> unregistered() {
        return unregistered;
    }

    void forgetUnregistered() {
        unregistered = null;
    }

    @Override
    protected String unregisteredClassMessage(@SuppressWarnings("rawtypes") Class type) {
        unregistered = type;
        return type.getTypeName() + " is not registered";
    }

    private static final class CodedSerializer extends Serializer<Object> {

        private final AuthorCodecs authors;
        private final CodedOutput scratch = new CodedOutput();
        private final CodedInput coded = new CodedInput();

        CodedSerializer(AuthorCodecs authors) {
            this.authors = authors;
        }

        @Override
        public void write(Kryo kryo, Output output, Object value) {
            scratch.reset();
            authors.of(value).write(value, scratch);
            output.writeVarInt(scratch.position(), true);
            output.writeBytes(scratch.bytes(), 0, scratch.position());
        }

        @Override
        public Object read(Kryo kryo, Input input, Class<?> type) {
            byte[] bytes = input.readBytes(input.readVarInt(true));
            return authors.of((Class<?>) type).read(ByteBuffer.wrap(bytes), 0, bytes.length, coded);
        }
    }

    private static final class BoundedArraySerializers extends BaseSerializerFactory<BoundedArraySerializer> {

        @Override
        @SuppressWarnings("rawtypes")
        public BoundedArraySerializer newSerializer(Kryo kryo, Class type) {
            return new BoundedArraySerializer(kryo, type);
        }
    }

    private static final class BoundedArraySerializer extends ObjectArraySerializer {

        @SuppressWarnings("rawtypes")
        BoundedArraySerializer(Kryo kryo, Class type) {
            super(kryo, type);
        }

        @Override
        @SuppressWarnings("rawtypes")
        public Object[] read(Kryo kryo, Input input, Class type) {
            int start = input.position();
            int lengthPlusOne = input.readVarInt(true);
            if (lengthPlusOne != NULL) {
                ((BoundedInput) input).elements(lengthPlusOne - 1);
            }
            input.setPosition(start);
            return super.read(kryo, input, type);
        }
    }
}
