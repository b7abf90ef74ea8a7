// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waiting for a change of a word in shared memory, by the futex of Linux (futex(2)). It takes
 * {@code java.lang.foreign}, which is there since Java 22 and is looked up by reflection, because the module is
 * compiled for Java 17. It also takes {@code --enable-native-access}: without that the virtual machine would warn on
 * the standard error, so this is not used then.
 */
final class Futex {
    private static final Logger LOG = LoggerFactory.getLogger(Futex.class);
    private static final int WORDS_OF_CALL = 7;
    private static final long WAIT_UNTIL = 9;
    private static final long WAKE = 1;
    private static final long ANY = 0xFFFF_FFFFL;
    private static final long NANOS_PER_SECOND = 1_000_000_000L;

    /** The number of the system call by architecture; another one has none. */
    private static final long NUMBER = switch (System.getProperty("os.arch")) {
        case "amd64" -> 202;
        case "aarch64" -> 98;
        default -> 0;
    };

    private static final MethodHandle ADDRESS_OF;

    /** {@code long syscall(long number, long... words)}; null if it cannot be called. */
    private static final MethodHandle CALL;

    static {
        MethodHandle call = null;
        MethodHandle addressOf = null;
        String problem = problem();
        if (problem == null) {
            try {
                call = systemCall();
                addressOf = addressOf();
            } catch (ReflectiveOperationException | RuntimeException e) {
                problem = e.toString();
            }
        }
        if (problem != null) {
            LOG.debug("threads do not wait by futex: {}", problem);
        }
        CALL = problem == null ? call : null;
        ADDRESS_OF = addressOf;
    }

    private Futex() {}

    /** Returns whether this process can wait and wake so. */
    static boolean isAvailable() {
        return CALL != null;
    }

    private static String problem() {
        if (!System.getProperty("os.name").equals("Linux")
                || NUMBER == 0
                || ByteOrder.nativeOrder() != ByteOrder.LITTLE_ENDIAN) {
            return System.getProperty("os.name") + " on " + System.getProperty("os.arch")
                    + " has none that is known here";
        }
        if (Runtime.version().feature() < 22) {
            return "Java " + Runtime.version().feature() + " has no java.lang.foreign";
        }
        try {
            boolean may =
                    (boolean) Module.class.getMethod("isNativeAccessEnabled").invoke(Futex.class.getModule());
            return may ? null : "the virtual machine runs without --enable-native-access=ALL-UNNAMED";
        } catch (ReflectiveOperationException e) {
            return e.toString();
        }
    }

    private static MethodHandle systemCall() throws ReflectiveOperationException {
        Class<?> linkers = Class.forName("java.lang.foreign.Linker");
        Class<?> options = Class.forName("java.lang.foreign.Linker$Option");
        Class<?> layouts = Class.forName("java.lang.foreign.MemoryLayout");
        Class<?> descriptors = Class.forName("java.lang.foreign.FunctionDescriptor");
        Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
        Object linker = linkers.getMethod("nativeLinker").invoke(null);
        Object library = linkers.getMethod("defaultLookup").invoke(linker);
        Object function = ((Optional<?>) Class.forName("java.lang.foreign.SymbolLookup")
                        .getMethod("find", String.class)
                        .invoke(library, "syscall"))
                .orElseThrow(() -> new UnsupportedOperationException("the C library has no syscall"));
        Object word = Class.forName("java.lang.foreign.ValueLayout")
                .getField("JAVA_LONG")
                .get(null);
        Object words = Array.newInstance(layouts, WORDS_OF_CALL);
        for (int i = 0; i < WORDS_OF_CALL; i++) {
            Array.set(words, i, word);
        }
        Object type = descriptors.getMethod("of", layouts, words.getClass()).invoke(null, word, words);
        Object variadic = Array.newInstance(options, 1);
        Array.set(variadic, 0, options.getMethod("firstVariadicArg", int.class).invoke(null, 1));
        return (MethodHandle) linkers.getMethod("downcallHandle", segments, descriptors, variadic.getClass())
                .invoke(linker, function, type, variadic);
    }

    private static MethodHandle addressOf() throws ReflectiveOperationException {
        Class<?> segments = Class.forName("java.lang.foreign.MemorySegment");
        var lookup = java.lang.invoke.MethodHandles.publicLookup();
        MethodHandle ofBuffer = lookup.unreflect(segments.getMethod("ofBuffer", Buffer.class));
        return java.lang.invoke.MethodHandles.filterReturnValue(
                ofBuffer, lookup.unreflect(segments.getMethod("address")));
    }

    /**
     * Returns the address of the first byte of direct or mapped memory, which stays there as long as the buffer is
     * reachable.
     */
    static long addressOf(ByteBuffer memory) {
        try {
            return (long) ADDRESS_OF.invoke((Buffer) memory);
        } catch (Throwable e) {
            throw new IllegalStateException("no address of " + memory, e);
        }
    }

    /**
     * Waits until somebody wakes this address, or until the deadline; may return sooner, and does at once if the word
     * is not the expected one.
     *
     * @param expected the word of four bytes
     * @param deadlineNanos of {@link System#nanoTime}, which is CLOCK_MONOTONIC; {@link Doorbell#NEVER} for none
     * @param timespec 16 bytes of direct memory of the caller's own, with the native order of bytes
     * @param timespecAddress their address
     */
    static void await(long address, int expected, long deadlineNanos, ByteBuffer timespec, long timespecAddress) {
        long until = 0;
        if (deadlineNanos != Doorbell.NEVER) {
            timespec.putLong(0, Math.floorDiv(deadlineNanos, NANOS_PER_SECOND));
            timespec.putLong(Long.BYTES, Math.floorMod(deadlineNanos, NANOS_PER_SECOND));
            until = timespecAddress;
        }
        call(address, WAIT_UNTIL, Integer.toUnsignedLong(expected), until, ANY);
    }

    /** Wakes the thread of any process that waits at this address. */
    static void wake(long address) {
        call(address, WAKE, 1, 0, 0);
    }

    private static void call(long address, long operation, long value, long time, long bits) {
        try {
            long unused = (long) CALL.invokeExact(NUMBER, address, operation, value, time, 0L, bits);
        } catch (Throwable e) {
            throw new IllegalStateException("the system call of a futex fails", e);
        }
    }
}
