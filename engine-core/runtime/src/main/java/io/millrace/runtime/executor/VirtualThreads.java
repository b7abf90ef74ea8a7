// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Makes virtual threads where the JVM has them, by reflection, because the baseline is Java 17. Stateless. */
public final class VirtualThreads {

    /** The method {@code Thread.ofVirtual().name(name).unstarted(body)}; null if this JVM has no virtual threads. */
    private static final MethodHandle MAKE = find();

    private VirtualThreads() {}

    /** Returns whether this JVM has virtual threads, as a final feature: Java 21 and later. */
    public static boolean exist() {
        return MAKE != null;
    }

    private static MethodHandle find() {
        if (Runtime.version().feature() < 21) {
            return null;
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
            MethodHandle ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
            MethodHandle name = lookup.findVirtual(builder, "name", MethodType.methodType(builder, String.class));
            MethodHandle unstarted =
                    lookup.findVirtual(builder, "unstarted", MethodType.methodType(Thread.class, Runnable.class));
            // (name, body) -> unstarted(name(ofVirtual(), name), body)
            MethodHandle named = MethodHandles.foldArguments(name, ofVirtual);
            return MethodHandles.filterArguments(unstarted, 0, named);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static Thread make(String name, Runnable body) {
        try {
            return (Thread) MAKE.invokeExact(name, body);
        } catch (Throwable e) {
            throw new IllegalStateException("cannot make the virtual thread " + name, e);
        }
    }
}
