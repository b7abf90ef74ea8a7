// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.runtime.codec.WrittenClasses.WrittenClass;
import java.util.List;
import java.util.Set;

/** Loads Kryo only when the first value of a registered class comes. One per codec, confined to its thread. */
final class LazyObjectCodec {

    private final List<Class<?>> registered;
    private final Set<Class<?>> known;
    private final AuthorCodecs authors;
    private ObjectCodec codec;

    LazyObjectCodec(List<Class<?>> registered, AuthorCodecs authors) {
        this.registered = List.copyOf(registered);
        this.known = Set.copyOf(registered);
        this.authors = authors;
    }

    boolean isRegistered(Object value) {
        // A constant with a body is an instance of an anonymous subclass of its enum
        return !known.isEmpty()
                && known.contains(value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
    }

    /** Returns how the registered classes are encoded; empty if there are none. */
    List<WrittenClass> classes() {
        return registered.isEmpty() ? List.of() : codec().classes();
    }

    ObjectCodec codec() {
        if (codec == null) {
            KryoWithoutUnsafe.load();
            codec = new ObjectCodec(registered, authors);
        }
        return codec;
    }

    void startMeasuring() {
        if (codec != null) {
            codec.startMeasuring();
        }
    }

    void startWriting() {
        if (codec != null) {
            codec.startWriting();
        }
    }
}
