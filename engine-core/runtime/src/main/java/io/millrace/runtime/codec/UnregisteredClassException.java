// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.config.TopologyKeys;

/** A value's class is neither built in nor registered. The catcher, which knows the component, adds its name. */
public final class UnregisteredClassException extends CodecException {

    private static final long serialVersionUID = 1L;

    private final String className;

    UnregisteredClassException(Class<?> found) {
        super(message(named(found)));
        this.className = named(found).getTypeName();
    }

    /** Returns the class to register: a constant with a body is an instance of an anonymous subclass of its enum. */
    private static Class<?> named(Class<?> found) {
        return Enum.class.isAssignableFrom(found) && !found.isEnum() ? found.getSuperclass() : found;
    }

    private static String message(Class<?> type) {
        return Registrable.refusal(type)
                .map(refusal -> type.getTypeName() + " " + refusal.why() + ", and cannot go to another worker: "
                        + refusal.remedy())
                .orElseGet(() -> type.getTypeName() + " is not registered as a class of tuple values: add "
                        + type.getTypeName() + " to " + TopologyKeys.SERIALIZED_CLASSES.name()
                        + ", or register a codec by TopologyBuilder.codec(" + type.getSimpleName() + ".class, ...)");
    }

    /** Returns the class name as the configuration must contain it. */
    public String className() {
        return className;
    }
}
