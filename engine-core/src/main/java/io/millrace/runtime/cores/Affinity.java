package io.millrace.runtime.cores;

import com.sun.jna.LastErrorException;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLong;
import com.sun.jna.Platform;
import java.io.IOException;
import java.util.BitSet;

/** On which cores a thread may run (Linux, sched_setaffinity(2)). Any thread; each call is a system call. */
final class Affinity {

    /** As many as the C library's cpu_set_t has room for. */
    private static final int MOST_CORES = 1024;

    static final BitSet EVERY = new BitSet();

    static {
        EVERY.set(0, MOST_CORES);
    }

    private interface LibC extends Library {

        int sched_getaffinity(int thread, NativeLong size, byte[] mask) throws LastErrorException;

        int sched_setaffinity(int thread, NativeLong size, byte[] mask) throws LastErrorException;
    }

    private final LibC libc;

    private Affinity(LibC libc) {
        this.libc = libc;
    }

    /** Loads the C library's functions; fails where there are none. */
    static Affinity load() throws IOException {
        try {
            if (!Platform.isLinux()) {
                throw new IOException("only Linux lets a thread choose its cores");
            }
            // Of this process: their library has different names elsewhere
            return new Affinity(Native.load(null, LibC.class));
        } catch (LinkageError e) {
            throw new IOException("cannot call the C library: " + e.getMessage(), e);
        }
    }

    /** The cores of a thread. */
    BitSet of(int thread) throws IOException {
        byte[] mask = new byte[MOST_CORES / Byte.SIZE];
        try {
            libc.sched_getaffinity(thread, new NativeLong(mask.length), mask);
        } catch (LastErrorException e) {
            throw new IOException("sched_getaffinity of thread " + thread + ": " + e.getMessage(), e);
        }
        return BitSet.valueOf(mask);
    }

    /** From now on the thread runs on these. */
    void set(int thread, BitSet cores) throws IOException {
        byte[] mask = new byte[MOST_CORES / Byte.SIZE];
        byte[] low = cores.toByteArray();
        System.arraycopy(low, 0, mask, 0, low.length);
        try {
            libc.sched_setaffinity(thread, new NativeLong(mask.length), mask);
        } catch (LastErrorException e) {
            throw new IOException("sched_setaffinity of thread " + thread + " to " + cores + ": " + e.getMessage(), e);
        }
    }
}
