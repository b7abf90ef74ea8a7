// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.task;

import io.millrace.api.error.TopologyException;
import java.lang.reflect.Constructor;
import java.util.List;
import org.apache.storm.generated.ComponentObject;
import org.apache.storm.generated.JavaObject;
import org.apache.storm.generated.JavaObjectArg;
import org.apache.storm.generated.ShellComponent;
import org.apache.storm.spout.ISpout;
import org.apache.storm.spout.ShellSpout;
import org.apache.storm.task.IBolt;
import org.apache.storm.task.ShellBolt;
import org.apache.storm.utils.Utils;

/**
 * Makes the objects that a topology of Storm carries: serialized, as a class with arguments, or as a program. Stateless.
 */
public final class ComponentObjects {

    private ComponentObjects() {}

    /** Makes a spout. */
    public static ISpout spout(String id, ComponentObject object) {
        Object made = make(object);
        return made instanceof ShellComponent shell ? new ShellSpout(shell) : cast(id, made, ISpout.class);
    }

    /** Makes a bolt. */
    public static IBolt bolt(String id, ComponentObject object) {
        Object made = make(object);
        return made instanceof ShellComponent shell ? new ShellBolt(shell) : cast(id, made, IBolt.class);
    }

    private static Object make(ComponentObject object) {
        Object made = Utils.getSetComponentObject(object);
        return made instanceof JavaObject java ? make(java) : made;
    }

    /** Makes an object of its class and the arguments of its constructor. */
    public static Object make(JavaObject java) {
        List<JavaObjectArg> given = java.get_args_list();
        Object[] arguments = given.stream().map(JavaObjectArg::getFieldValue).toArray();
        try {
            for (Constructor<?> constructor :
                    Class.forName(java.get_full_class_name()).getConstructors()) {
                if (takes(constructor.getParameterTypes(), arguments)) {
                    return constructor.newInstance(arguments);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new TopologyException("cannot make a " + java.get_full_class_name() + ": " + e, e);
        }
        throw new TopologyException(
                java.get_full_class_name() + " has no public constructor for " + given + ": add one");
    }

    private static boolean takes(Class<?>[] types, Object[] arguments) {
        if (types.length != arguments.length) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            Class<?> boxed =
                    java.lang.invoke.MethodType.methodType(types[i]).wrap().returnType();
            if (!boxed.isInstance(arguments[i])) {
                return false;
            }
        }
        return true;
    }

    private static <T> T cast(String id, Object made, Class<T> type) {
        if (type.isInstance(made)) {
            return type.cast(made);
        }
        throw new TopologyException(
                "component '" + id + "' is a " + made.getClass().getName() + " and no " + type.getName()
                        + ": was it built for another version of Storm?");
    }
}
