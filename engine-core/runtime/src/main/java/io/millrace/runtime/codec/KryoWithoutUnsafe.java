// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.codec;

/**
 * Loads Kryo such that it sets fields by reflection. By default it uses sun.misc.Unsafe. With that it would store an
 * object of whatever class the bytes name into a field of another type, which no later check detects, and newer JDKs
 * print a warning. Kryo's only switch is a system property, which it reads when its class is initialized. The property
 * is set for that moment only, and not changed if it is set already.
 */
final class KryoWithoutUnsafe {

    private static final String SWITCH = "kryo.unsafe";

    static {
        if (System.getProperty(SWITCH) == null) {
            System.setProperty(SWITCH, "false");
            try {
                Class.forName("com.esotericsoftware.kryo.util.Util", true, KryoWithoutUnsafe.class.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new NoClassDefFoundError(e.getMessage());
            } finally {
                System.clearProperty(SWITCH);
            }
        }
    }

    private KryoWithoutUnsafe() {}

    /** Loads Kryo, which may be used after this returns. */
    static void load() {
        // The static initializer has loaded Kryo
    }
}
