package io.millrace.runtime.codec;

import io.millrace.api.config.TopologyKeys;

/** A value's class is neither built in nor registered. The catcher, which knows the component, adds its name. */
public final class UnregisteredClassException extends CodecException {

    private static final long serialVersionUID = 1L;

    private final String className;

    UnregisteredClassException(Class<?> type) {
        super(type.getTypeName() + " is not registered as a class of tuple values: add " + type.getTypeName() + " to "
                + TopologyKeys.SERIALIZED_CLASSES.name() + ", or register a codec by TopologyBuilder.codec("
                + type.getSimpleName() + ".class, ...)");
        this.className = type.getTypeName();
    }

    /** Returns the class name as the configuration must contain it. */
    public String className() {
        return className;
    }
}
