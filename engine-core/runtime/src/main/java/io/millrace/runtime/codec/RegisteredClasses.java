// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import io.millrace.api.config.TopologyKeys;
import io.millrace.api.error.TopologyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Reads the classes of {@link TopologyKeys#SERIALIZED_CLASSES}. Called once when a worker or an engine starts. */
public final class RegisteredClasses {

    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "boolean", boolean.class,
            "byte", byte.class,
            "short", short.class,
            "char", char.class,
            "int", int.class,
            "long", long.class,
            "float", float.class,
            "double", double.class);

    private RegisteredClasses() {}

    /**
     * Returns the classes that a text names, in its order, as the loader of the author's classes finds them. Names are
     * separated by commas. Names of nested classes have a {@code $}, names of arrays end with {@code []}.
     */
    public static List<Class<?>> parse(String text, ClassLoader loader) {
        List<Class<?>> classes = new ArrayList<>();
        if (text.isBlank()) {
            return classes;
        }
        for (String part : text.split(",", -1)) {
            String name = part.strip();
            if (name.isEmpty()) {
                throw refuse("has an empty name", "write class names separated by single commas");
            }
            Class<?> type = load(name, loader);
            if (type.isInterface() || type == Object.class || type.isPrimitive()) {
                throw refuse("names " + name + ", of which no object can be", "name the classes of the objects");
            }
            if (classes.contains(type)) {
                throw refuse("names " + name + " twice", "remove one");
            }
            Registrable.refusal(type).filter(none -> !isReadOnlyOfJava(type)).ifPresent(refusal -> {
                throw refuse("names " + name + ", which " + refusal.why(), refusal.remedy());
            });
            classes.add(type);
        }
        return List.copyOf(classes);
    }

    private static Class<?> load(String name, ClassLoader loader) {
        if (name.endsWith("[]")) {
            return load(name.substring(0, name.length() - 2), loader).arrayType();
        }
        Class<?> primitive = PRIMITIVES.get(name);
        if (primitive != null) {
            return primitive;
        }
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            throw new TopologyException(
                    TopologyKeys.SERIALIZED_CLASSES.name() + " names " + name
                            + ", which is not on the topology's class path: add it to the jar, or write the full name"
                            + " (nested classes as Outer$Inner)",
                    e);
        }
    }

    /** Returns whether a class is one of the several of List.of, Set.of and Map.of, which no message shall ask for. */
    private static boolean isReadOnlyOfJava(Class<?> type) {
        return type.getName().startsWith("java.util.ImmutableCollections$");
    }

    private static TopologyException refuse(String what, String remedy) {
        return new TopologyException(TopologyKeys.SERIALIZED_CLASSES.name() + " " + what + ": " + remedy);
    }
}
