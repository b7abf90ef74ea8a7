// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import io.millrace.api.codec.ValueCodec;
import io.millrace.api.codec.ValueCodecs;
import io.millrace.api.error.Foreign;
import io.millrace.api.error.TopologyException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;

/** Registers a codec of which only the class is known. Immutable. */
record CodecByClass<T>(Class<T> type, Class<? extends ValueCodec<T>> codec) implements ValueCodecs {

    CodecByClass {
        if (Modifier.isAbstract(codec.getModifiers()) || codec.getConstructors().length == 0) {
            throw unusable(codec, null);
        }
        try {
            codec.getConstructor();
        } catch (NoSuchMethodException e) {
            throw unusable(codec, e);
        }
    }

    @Override
    public void register(Registry to) {
        try {
            to.add(type, codec.getConstructor().newInstance());
        } catch (InvocationTargetException e) {
            throw new TopologyException(
                    "codec " + codec.getName() + ": its constructor failed with " + Foreign.text(e.getCause()),
                    Foreign.readable(e));
        } catch (ReflectiveOperationException e) {
            throw unusable(codec, e);
        }
    }

    private static TopologyException unusable(Class<?> codec, Throwable cause) {
        return new TopologyException(
                "codec " + codec.getName() + " cannot be made: make it a public class with a public constructor without"
                        + " arguments, or register an instance by TopologyBuilder.codecs",
                cause);
    }
}
