// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.template;

import java.io.Externalizable;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Constructor;
import java.lang.reflect.Modifier;

/**
 * Serializes an object. Refuses an object that could not be deserialized: that needs a constructor without arguments in
 * the nearest superclass that is not serializable.
 */
final class TemplateOutput extends ObjectOutputStream {

    TemplateOutput(OutputStream out) throws IOException {
        super(out);
        enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object object) throws IOException {
        Class<?> type = object.getClass();
        if (object instanceof Serializable
                && !(object instanceof Externalizable)
                && !(object instanceof Enum)
                && !type.isArray()
                && !type.isRecord()) {
            checkConstructor(type);
        }
        return object;
    }

    private static void checkConstructor(Class<?> type) throws InvalidClassException {
        Class<?> base = type;
        while (Serializable.class.isAssignableFrom(base)) {
            base = base.getSuperclass();
        }
        if (base != Object.class && !hasConstructor(base, type)) {
            throw new InvalidClassException(base.getName() + ", the superclass of " + type.getName()
                    + ", is neither serializable nor has it a constructor without arguments that the subclass can call:"
                    + " give it one of them");
        }
    }

    private static boolean hasConstructor(Class<?> base, Class<?> type) {
        for (Constructor<?> constructor : base.getDeclaredConstructors()) {
            int modifiers = constructor.getModifiers();
            if (constructor.getParameterCount() == 0) {
                return Modifier.isPublic(modifiers)
                        || Modifier.isProtected(modifiers)
                        || !Modifier.isPrivate(modifiers)
                                && base.getPackageName().equals(type.getPackageName());
            }
        }
        return false;
    }
}
