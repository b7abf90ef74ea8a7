// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.template;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Map;

/** Deserializes an object with the classes that a given class loader sees. Used for one template, by one thread. */
final class TemplateInput extends ObjectInputStream {

    private static final InvocationHandler NO_CALLS = (proxy, method, arguments) -> null;

    private static final Map<String, Class<?>> PRIMITIVES = Map.of(
            "boolean", boolean.class,
            "byte", byte.class,
            "char", char.class,
            "short", short.class,
            "int", int.class,
            "long", long.class,
            "float", float.class,
            "double", double.class,
            "void", void.class);

    private final ClassLoader loader;

    TemplateInput(byte[] bytes, ClassLoader loader) throws IOException {
        super(new ByteArrayInputStream(bytes));
        this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description) throws ClassNotFoundException {
        Class<?> primitive = PRIMITIVES.get(description.getName());
        return primitive == null ? Class.forName(description.getName(), false, loader) : primitive;
    }

    /** A proxy of an interface that is not public must be defined by the loader of that interface. */
    @Override
    protected Class<?> resolveProxyClass(String[] names) throws ClassNotFoundException {
        ClassLoader definer = loader;
        Class<?>[] interfaces = new Class<?>[names.length];
        for (int i = 0; i < names.length; i++) {
            interfaces[i] = Class.forName(names[i], false, loader);
            if (!Modifier.isPublic(interfaces[i].getModifiers())) {
                definer = interfaces[i].getClassLoader();
            }
        }
        try {
            return Proxy.newProxyInstance(definer, interfaces, NO_CALLS).getClass();
        } catch (IllegalArgumentException e) {
            throw new ClassNotFoundException("(proxy of " + String.join(", ", names) + ")", e);
        }
    }
}
