// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.template;

import java.util.Arrays;

/**
 * An author's object as it travels with a topology. Immutable.
 *
 * @param className the name of the object's class, for messages
 * @param bytes the object, serialized by Java serialization
 */
public record Template(String className, byte[] bytes) {

    public Template {
        bytes = bytes.clone();
    }

    /**
     * Serializes an object.
     *
     * @param what the object is, for the error's text
     * @param preparation the method in which the author's class can create what cannot be serialized
     */
    public static Template of(String what, String preparation, Object instance) {
        String name = instance.getClass().getName();
        return new Template(name, Templates.write(what + " " + name, preparation, instance));
    }

    /**
     * Makes a copy of the object.
     *
     * @param what the object is, for the error's text
     * @param loader sees the author's classes
     */
    public <T> T read(String what, Class<T> type, ClassLoader loader) {
        return Templates.read(what + " " + className, bytes, type, loader);
    }

    @Override
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Template that && className.equals(that.className) && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return className.hashCode() * 31 + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "Template[" + className + "]";
    }
}
