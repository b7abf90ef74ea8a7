// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.template;

import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.invoke.SerializedLambda;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the path from an author's object to the part of it that cannot be serialized, after serialization has failed.
 * Walks the graph by reflection, as serialization does. Objects whose fields the JDK's modules do not open are tried as
 * a whole.
 */
final class NotSerializableSearch {

    private final String culprit;
    private final String preparation;
    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /** @param culprit the name of the class on which serialization failed */
    NotSerializableSearch(String culprit, String preparation) {
        this.culprit = culprit;
        this.preparation = preparation;
    }

    /** Returns the mistake and the remedy, without the name of the component. */
    String explain(Object root) {
        Optional<String> found;
        try {
            found = walk(root, ObjectPath.root(root));
        } catch (StackOverflowError e) {
            found = Optional.empty();
        }
        return found.orElseGet(() -> ObjectPath.shown(root.getClass()) + " refers to " + culprit
                + ", which is not serializable: make the field transient and set it in " + preparation);
    }

    private Optional<String> walk(Object object, ObjectPath path) {
        if (object == null || object instanceof Enum || object instanceof Class || !seen.add(object)) {
            return Optional.empty();
        }
        Class<?> type = object.getClass();
        if (type.isArray()) {
            return walkArray(object, path);
        }
        if (!(object instanceof Serializable)) {
            return type.getName().equals(culprit) ? Optional.of(path.mistake(type, preparation)) : Optional.empty();
        }
        try {
            Object replacement = replacement(object);
            if (replacement instanceof SerializedLambda lambda) {
                return walkLambda(lambda, path);
            }
            return replacement == object ? walkParts(object, path) : walk(replacement, path);
        } catch (ReflectiveOperationException | RuntimeException e) {
            return tryWhole(object, path);
        }
    }

    private Optional<String> walkParts(Object object, ObjectPath path) throws ReflectiveOperationException {
        Optional<String> found = Optional.empty();
        if (Proxy.isProxyClass(object.getClass())) {
            return walk(Proxy.getInvocationHandler(object), path);
        }
        if (object instanceof Collection<?> collection) {
            found = walkArray(collection.toArray(), path);
        } else if (object instanceof Map<?, ?> map) {
            found = walkMap(map, path);
        } else if (object instanceof Externalizable || isJdks(object.getClass())) {
            found = tryWhole(object, path);
        }
        for (Class<?> type = object.getClass(); found.isEmpty() && isWalkable(type); type = type.getSuperclass()) {
            found = walkFields(object, type, path);
        }
        return found;
    }

    private Optional<String> walkFields(Object object, Class<?> type, ObjectPath path)
            throws ReflectiveOperationException {
        for (ObjectStreamField described : ObjectStreamClass.lookup(type).getFields()) {
            if (!described.isPrimitive()) {
                Field field = type.getDeclaredField(described.getName());
                field.setAccessible(true);
                Object value = field.get(object);
                if (value != null) {
                    Optional<String> found = walk(value, path.field(type, field.getName(), value));
                    if (found.isPresent()) {
                        return found;
                    }
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> walkArray(Object array, ObjectPath path) {
        if (array.getClass().getComponentType().isPrimitive()) {
            return Optional.empty();
        }
        for (int i = 0; i < Array.getLength(array); i++) {
            Optional<String> found = walk(Array.get(array, i), path.element(i));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private Optional<String> walkMap(Map<?, ?> map, ObjectPath path) {
        int position = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            boolean plain = entry.getKey() instanceof String || entry.getKey() instanceof Number;
            ObjectPath way = path.element(plain ? entry.getKey() : position);
            Optional<String> found = walk(entry.getKey(), way).or(() -> walk(entry.getValue(), way));
            if (found.isPresent()) {
                return found;
            }
            position++;
        }
        return Optional.empty();
    }

    private Optional<String> walkLambda(SerializedLambda lambda, ObjectPath path) {
        String capturing = lambda.getCapturingClass().replace('/', '.');
        for (int i = 0; i < lambda.getCapturedArgCount(); i++) {
            Object value = lambda.getCapturedArg(i);
            if (value != null) {
                boolean itself = i == 0 && isInstanceOf(value, capturing);
                Optional<String> found = walk(value, path.captured(capturing, itself, value));
                if (found.isPresent()) {
                    return found;
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> tryWhole(Object object, ObjectPath path) {
        try (ObjectOutputStream out = new ObjectOutputStream(new ByteArrayOutputStream())) {
            out.writeObject(object);
            return Optional.empty();
        } catch (NotSerializableException e) {
            return Optional.of(path.mistakeInside(object.getClass(), culprit, preparation));
        } catch (IOException | RuntimeException e) {
            return Optional.empty();
        }
    }

    /** Returns the object that is serialized instead of this one, usually itself. */
    private static Object replacement(Object object) throws ReflectiveOperationException {
        for (Class<?> type = object.getClass(); isWalkable(type); type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals("writeReplace") && method.getParameterCount() == 0) {
                    method.setAccessible(true);
                    return method.invoke(object);
                }
            }
        }
        return object;
    }

    private static boolean isWalkable(Class<?> type) {
        return type != null && Serializable.class.isAssignableFrom(type) && !isJdks(type);
    }

    private static boolean isJdks(Class<?> type) {
        return type.getName().startsWith("java.");
    }

    private static boolean isInstanceOf(Object value, String className) {
        for (Class<?> type = value.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(className)) {
                return true;
            }
        }
        return false;
    }
}
