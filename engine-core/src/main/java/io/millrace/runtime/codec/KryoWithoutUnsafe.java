package io.millrace.runtime.codec;

/**
 * Loads Kryo such that it sets fields by reflection. By sun.misc.Unsafe, its own choice, it would store whatever class
 * the bytes name into a field of another type, which no later check catches, and newer JDKs print a warning. Kryo reads
 * its only switch, a system property, when its class is initialized; it is set for that moment alone, and left as it is
 * if somebody has set it.
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

    /** Returns when Kryo may be used. */
    static void load() {
        // The static initializer has done it.
    }
}
