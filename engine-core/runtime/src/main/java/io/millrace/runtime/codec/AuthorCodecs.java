// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The codecs that an author has registered for classes. One per codec of tuples, confined to its thread. An object is
 * encoded once, when it is measured, into a scratch buffer from which {@link ValueEncoder} copies it.
 */
final class AuthorCodecs {

    private static final Set<Class<?>> BUILT_IN = Set.of(
            Boolean.class,
            Byte.class,
            Short.class,
            Character.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            String.class,
            byte[].class);

    private final Map<Class<?>, AuthorCodec<?>> byType = new HashMap<>();
    private final List<AuthorCodec<?>> byIndex = new ArrayList<>();
    private final CodedOutput output = new CodedOutput();
    private final CodedInput input = new CodedInput();
    private final MeasuredEnds ends = new MeasuredEnds();

    /**
     * @param registered the classes that Kryo encodes
     * @throws TopologyException if a factory fails, or objects of a class would be encoded in two ways
     */
    AuthorCodecs(List<ValueCodecs> factories, List<Class<?>> registered) {
        for (ValueCodecs factory : factories) {
            try {
                factory.register(new Adding(factory.getClass().getName(), registered));
            } catch (TopologyException e) {
                throw e;
            } catch (RuntimeException | Error e) {
                Foreign.throwIfFatal(e);
                throw new TopologyException(
                        "codecs " + factory.getClass().getName() + ": register failed with " + Foreign.text(e),
                        Foreign.readable(e));
            }
        }
    }

    private final class Adding implements ValueCodecs.Registry {

        private final String factory;
        private final List<Class<?>> registered;

        Adding(String factory, List<Class<?>> registered) {
            this.factory = factory;
            this.registered = registered;
        }

        @Override
        public <T> ValueCodecs.Registry add(Class<T> type, ValueCodec<T> codec) {
            if (type == null || codec == null) {
                throw refuse("add a null class or codec", "give both");
            }
            boolean none = Modifier.isAbstract(type.getModifiers()) && !type.isEnum() && !type.isArray();
            if (BUILT_IN.contains(type) || type == Object.class || type.isPrimitive() || none) {
                throw refuse(
                        "add " + type.getTypeName() + ", which "
                                + (none || type == Object.class ? "is no object's class" : "has a codec of the engine"),
                        "name the classes of the objects");
            }
            if (registered.contains(type)) {
                throw refuse(
                        "add " + type.getTypeName() + ", which topology.serialization.classes names too", "remove one");
            }
            AuthorCodec<T> added = new AuthorCodec<>(byIndex.size(), type, codec);
            if (byType.putIfAbsent(type, added) != null) {
                throw refuse("add " + type.getTypeName() + ", which has a codec already", "remove one");
            }
            byIndex.add(added);
            return this;
        }

        private TopologyException refuse(String what, String remedy) {
            return new TopologyException("codecs " + factory + " " + what + ": " + remedy);
        }
    }

    /** Returns the classes that have codecs, in their order. */
    List<Class<?>> types() {
        List<Class<?>> types = new ArrayList<>();
        byIndex.forEach(codec -> types.add(codec.type()));
        return types;
    }

    /**
     * Sets the numbers of codecs in the bytes that are read from now on, which are those of the time of writing.
     *
     * @param names of the classes by number
     * @throws CodecException if a class has no codec now
     */
    void readAs(List<String> names) {
        List<AuthorCodec<?>> earlier = new ArrayList<>();
        for (String name : names) {
            earlier.add(byIndex.stream()
                    .filter(codec -> codec.type().getName().equals(name))
                    .findFirst()
                    .orElseThrow(() -> new CodecException("class " + name + " has no codec any more")));
        }
        byIndex.clear();
        byIndex.addAll(earlier);
    }

    /** Returns the codec of an object's class; null if it has none. */
    AuthorCodec<?> of(Object value) {
        // A constant with a body is an instance of an anonymous subclass of its enum
        return byType.isEmpty()
                ? null
                : byType.get(value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
    }

    AuthorCodec<?> of(Class<?> type) {
        return byType.get(type);
    }

    void startMeasuring() {
        ends.startMeasuring();
        output.reset();
    }

    void startWriting() {
        ends.startWriting();
    }

    MeasuredEnds ends() {
        return ends;
    }

    byte[] measuredBytes() {
        return output.bytes();
    }

    /** Encodes an object and returns how many bytes it takes. */
    int measure(AuthorCodec<?> codec, Object value) {
        int start = output.position();
        output.open(true);
        output.writeSize(codec.index());
        codec.write(value, output);
        ends.add(output.position());
        return output.position() - start;
    }

    /** Returns the bytes of an object alone. Values measured before must be measured again. */
    byte[] encoded(AuthorCodec<?> codec, Object value) {
        startMeasuring();
        codec.write(value, output);
        return Arrays.copyOf(output.bytes(), output.position());
    }

    Object read(ByteBuffer buffer, int at, int length) {
        input.wrap(buffer, at, length);
        int index = input.readIndex(byIndex.size());
        int left = input.remaining();
        return byIndex.get(index).read(buffer, at + length - left, left, input);
    }
}
