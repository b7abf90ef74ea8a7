// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.template;

/**
 * The path from a component to an object, in the terms of the component's source code.
 *
 * @param path the path, such as {@code CountBolt.helpers[2].connection}
 * @param via the lambda or class that captured the first object of the path, or empty
 * @param last the kind of the last step
 * @param holder the class that refers to the object
 */
record ObjectPath(String path, String via, Last last, String holder) {

    /** The kind of the reference of an object to another one. */
    enum Last {
        FIELD,
        ENCLOSING,
        VARIABLE,
        LAMBDA_THIS,
        LAMBDA_VALUE
    }

    private static final String ENCLOSING_FIELD = "this$";
    private static final String VARIABLE_FIELD = "val$";

    static ObjectPath root(Object component) {
        return new ObjectPath(shown(component.getClass()), "", Last.FIELD, shown(component.getClass()));
    }

    /**
     * Adds a step through a field, which may be one that the compiler made for a captured variable or enclosing
     * instance.
     */
    ObjectPath field(Class<?> declaring, String name, Object value) {
        String holder = kind(declaring) + " " + shown(declaring);
        String captured = ", which " + holder + " captures,";
        if (name.startsWith(ENCLOSING_FIELD)) {
            return new ObjectPath(shown(value.getClass()), captured, Last.ENCLOSING, holder);
        }
        if (name.startsWith(VARIABLE_FIELD)) {
            return new ObjectPath(name.substring(VARIABLE_FIELD.length()), captured, Last.VARIABLE, holder);
        }
        return new ObjectPath(path + "." + name, via, Last.FIELD, holder);
    }

    ObjectPath element(Object position) {
        return new ObjectPath(path + "[" + position + "]", via, last, holder);
    }

    ObjectPath captured(String capturing, boolean itself, Object value) {
        String holder = "a lambda in " + capturing.substring(capturing.lastIndexOf('.') + 1);
        return new ObjectPath(
                shown(value.getClass()),
                ", which " + holder + " captures,",
                itself ? Last.LAMBDA_THIS : Last.LAMBDA_VALUE,
                holder);
    }

    /** Returns the mistake that this object cannot be serialized, with its remedy. */
    String mistake(Class<?> type, String preparation) {
        String name = type.getName();
        return switch (last) {
            case FIELD ->
                type.isSynthetic()
                        ? "field " + path + via
                                + " is a lambda that is not serializable: declare it with an interface that"
                                + " extends Serializable, or " + transience(preparation)
                        : "field " + path + " (" + name + ")" + via + " is not serializable: "
                                + transience(preparation);
            case ENCLOSING ->
                holder + " captures the instance of " + name
                        + " around it, which is not serializable: make it a static nested or a top-level class";
            case VARIABLE ->
                holder + " captures variable '" + path + "' (" + name + "), which is not serializable: create it in "
                        + preparation;
            case LAMBDA_THIS ->
                holder + " uses the instance of " + name
                        + " around it, which is not serializable: copy what it needs into local variables, or call static"
                        + " methods";
            case LAMBDA_VALUE ->
                holder + " captures a " + name + ", which is not serializable: write a class that creates it in "
                        + preparation;
        };
    }

    /** Returns the mistake that an unknown part of this object cannot be serialized. */
    String mistakeInside(Class<?> type, String culprit, String preparation) {
        String object = last == Last.FIELD ? "field " + path + " (" + type.getName() + ")" + via : holder;
        return object + " refers to " + culprit + ", which is not serializable: " + transience(preparation);
    }

    static String shown(Class<?> type) {
        return type.getName().substring(type.getName().lastIndexOf('.') + 1);
    }

    private static String transience(String preparation) {
        return "make it transient and set it in " + preparation;
    }

    private static String kind(Class<?> type) {
        if (type.isAnonymousClass()) {
            return "anonymous class";
        }
        return type.isLocalClass() ? "local class" : "inner class";
    }
}
