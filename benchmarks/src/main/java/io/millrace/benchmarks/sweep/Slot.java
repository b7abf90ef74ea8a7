// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.machine.Scratch;
import io.millrace.benchmarks.macro.EngineProcess;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The bound of what a node can carry: one process copies a message into a mapped slot, another one out of it, in turn.
 * Nothing else is done. The main method is that of the one that takes: its arguments are file and length.
 *
 * <pre>
 *   +-----------------------------------------+ 0
 *   | full (long): 0 empty, 1 full            |
 *   +-----------------------------------------+ 64
 *   | message                                 |
 *   +-----------------------------------------+
 * </pre>
 */
final class Slot {

    private static final int FULL = 0;
    private static final int MESSAGE = 64;
    private static final int EMPTY = 0;
    private static final int TAKEABLE = 1;

    /** The median is right if others on the machine disturb two of them. */
    private static final int LOOKS = 5;

    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final List<String> FLAGS = List.of("-XX:+UseSerialGC", "-XX:-UsePerfData");

    private final ByteBuffer memory;
    private final byte[] message;

    private Slot(Path file, int length) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, MESSAGE + length);
        }
        message = Message.content(length);
    }

    /**
     * How many bytes of messages of this length go through a slot per second.
     *
     * @param seconds twice as many as each look takes
     */
    static BytesPerSecond bytesPerSecond(int length, double seconds) throws IOException {
        try (Scratch scratch = new Scratch()) {
            Path file = scratch.directory().resolve("slot");
            Slot slot = new Slot(file, length);
            try (Child taker =
                    Child.start(Child.java(FLAGS, Slot.class, List.of(file.toString(), Integer.toString(length))))) {
                taker.await(Child.READY);
                slot.putFor(seconds / 2);
                double[] looks = new double[LOOKS];
                for (int i = 0; i < LOOKS; i++) {
                    looks[i] = length * slot.putFor(seconds / 2);
                }
                return BytesPerSecond.of(looks);
            }
        }
    }

    private double putFor(double seconds) {
        long begin = System.nanoTime();
        long end = begin + (long) (1e9 * seconds);
        long count = 0;
        long now;
        do {
            while ((long) LONG.getAcquire(memory, FULL) != EMPTY) {
                Thread.onSpinWait();
            }
            memory.put(MESSAGE, message);
            LONG.setRelease(memory, FULL, (long) TAKEABLE);
            count++;
            now = System.nanoTime();
        } while (now - end < 0);
        return count * 1e9 / (now - begin);
    }

    public static void main(String[] arguments) throws IOException {
        EngineProcess.endWithParent();
        Slot slot = new Slot(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
        System.out.println(Child.READY);
        while (true) {
            if ((long) LONG.getAcquire(slot.memory, FULL) == TAKEABLE) {
                slot.memory.get(MESSAGE, slot.message);
                LONG.setRelease(slot.memory, FULL, (long) EMPTY);
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
