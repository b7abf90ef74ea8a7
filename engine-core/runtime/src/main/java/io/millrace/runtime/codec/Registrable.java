// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** Tells which classes can be registered, and what to do with objects of others. Stateless. */
final class Registrable {

    /**
     * The reason why objects of a class cannot be encoded.
     *
     * @param why reason, which follows the name of the class
     */
    record Refusal(String why, String remedy) {}

    private Registrable() {}

    /** Returns why a class cannot be registered; empty if it can. */
    static Optional<Refusal> refusal(Class<?> type) {
        return refusal(type, Registrable::hasSerializer);
    }

    /** Returns whether a class has a serializer. Only classes of Java and their subclasses load Kryo for it. */
    private static boolean hasSerializer(Class<?> type) {
        KryoWithoutUnsafe.load();
        return new RegisteringKryo(List.of(), new AuthorCodecs(List.of(), List.of())).hasSerializer(type);
    }

    /** @param hasSerializer whether a class is encoded otherwise than by its fields */
    static Optional<Refusal> refusal(Class<?> type, Predicate<Class<?>> hasSerializer) {
        if (type.isArray() || type.isEnum() || type.isRecord()) {
            return Optional.empty();
        }
        if (type.isHidden() || type.isSynthetic()) {
            return of("is a lambda", "emit what it returns, or an object of a record that has what it captures");
        }
        if (isOfJava(type)) {
            return ofJava(type, hasSerializer);
        }
        if (captures(type)) {
            return of("refers to the object or the variables around it", "make it a static nested class or a record");
        }
        return ofSubclass(type, hasSerializer);
    }

    private static Optional<Refusal> ofJava(Class<?> type, Predicate<Class<?>> hasSerializer) {
        if (Set.class.isAssignableFrom(type) && !Modifier.isPublic(type.getModifiers())) {
            return of(
                    "is a set of Java without a public class",
                    "emit it as a java.util.LinkedHashSet, and add that to" + " topology.serialization.classes");
        }
        if (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type)) {
            return Collecting.isWhole(type)
                    ? Optional.empty()
                    : of(
                            "knows more than its elements",
                            "emit these as a List or a Map, and declare them so in classes that are registered");
        }
        if (!hidesFields(type) || hasSerializer.test(type)) {
            return Optional.empty();
        }
        return of(
                "is a class of Java that hides its fields",
                Modifier.isPublic(type.getModifiers())
                        ? "register a codec by TopologyBuilder.codec(" + type.getSimpleName() + ".class, ...)"
                        : "emit its content");
    }

    /** Refuses a subclass of which only the part of Java's class would arrive, or whose fields are not accessible. */
    private static Optional<Refusal> ofSubclass(Class<?> type, Predicate<Class<?>> hasSerializer) {
        Class<?> ofJava = classOfJava(type);
        return isMade(ofJava) && (hasOwnFields(type) || !hasSerializer.test(type))
                ? of(
                        "extends " + ofJava.getName() + ", whose fields Java hides",
                        "register a codec by TopologyBuilder.codec(" + type.getSimpleName() + ".class, ...)")
                : Optional.empty();
    }

    private static boolean isMade(Class<?> ofJava) {
        return !Modifier.isAbstract(ofJava.getModifiers()) && hidesFields(ofJava);
    }

    /** Returns whether an author's class extends one that Java makes, and has fields besides. */
    static boolean addsFields(Class<?> type) {
        return hasOwnFields(type) && isMade(classOfJava(type));
    }

    /** Returns the class itself, or its nearest superclass that is Java's. */
    private static Class<?> classOfJava(Class<?> type) {
        Class<?> each = type;
        while (!isOfJava(each)) {
            each = each.getSuperclass() == null ? Object.class : each.getSuperclass();
        }
        return each;
    }

    private static boolean hasOwnFields(Class<?> type) {
        for (Class<?> each = type; each != null && !isOfJava(each); each = each.getSuperclass()) {
            if (hasFields(each)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfJava(Class<?> type) {
        return type.getClassLoader() == null || type.getClassLoader() == ClassLoader.getPlatformClassLoader();
    }

    private static boolean hidesFields(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                int modifiers = field.getModifiers();
                if (!Modifier.isStatic(modifiers)
                        && (!Modifier.isPublic(modifiers) || Modifier.isTransient(modifiers))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean hasFields(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether objects of a class hold captured variables, which the compiler keeps in synthetic fields. */
    private static boolean captures(Class<?> type) {
        for (Class<?> each = type; each != null && !isOfJava(each); each = each.getSuperclass()) {
            for (Field field : each.getDeclaredFields()) {
                if (field.isSynthetic() && !Modifier.isStatic(field.getModifiers())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static Optional<Refusal> of(String why, String remedy) {
        return Optional.of(new Refusal(why, remedy));
    }
}
