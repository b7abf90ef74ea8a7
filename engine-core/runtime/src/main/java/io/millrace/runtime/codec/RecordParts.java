// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Finds the classes that registered records consist of, so that a record needs one registration and not one for each of
 * its components: the records, enums, arrays and classes of Java that their components are declared with, also as
 * elements of lists and maps, and the permitted subclasses of a sealed type. Stateless.
 */
final class RecordParts {

    private RecordParts() {}

    /** Returns the classes that were found, in an order that depends on the given classes only. */
    static Set<Class<?>> of(List<Class<?>> registered) {
        Set<Class<?>> found = new LinkedHashSet<>();
        for (Class<?> type : registered) {
            addComponents(type, found);
        }
        return found;
    }

    private static void addComponents(Class<?> type, Set<Class<?>> found) {
        if (type.isRecord()) {
            for (RecordComponent component : type.getRecordComponents()) {
                add(component.getGenericType(), found);
            }
        }
    }

    private static void add(Type type, Set<Class<?>> found) {
        if (type instanceof Class<?> plain) {
            addClass(plain, found);
        } else if (type instanceof ParameterizedType generic) {
            add(generic.getRawType(), found);
            for (Type argument : generic.getActualTypeArguments()) {
                add(argument, found);
            }
        } else if (type instanceof GenericArrayType array) {
            add(array.getGenericComponentType(), found);
        } else if (type instanceof WildcardType wildcard) {
            for (Type bound : wildcard.getUpperBounds()) {
                add(bound, found);
            }
        }
    }

    private static void addClass(Class<?> type, Set<Class<?>> found) {
        // An enum whose constants have bodies is sealed too
        if (type.isSealed() && !type.isEnum()) {
            for (Class<?> permitted : type.getPermittedSubclasses()) {
                add(permitted, found);
            }
        } else if (type.isArray()) {
            add(type.getComponentType(), found);
            found.add(type);
        } else if (type.isRecord() && found.add(type)) {
            addComponents(type, found);
        } else if (type.isEnum() || isConcreteOfJava(type)) {
            found.add(type);
        }
    }

    private static boolean isConcreteOfJava(Class<?> type) {
        return type.getName().startsWith("java.") && !Modifier.isAbstract(type.getModifiers()) && type != Object.class;
    }
}
