// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.transport;

import io.millrace.benchmarks.machine.ResultLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The sending process. Arguments: medium, host, port, length, messages per second (0: as many as there is room for),
 * seconds of warm-up, seconds recorded, seconds sent afterwards.
 */
public final class SenderMain {

    private static final long NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long COARSE_NANOS = TimeUnit.MICROSECONDS.toNanos(200);
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** Attempts before a sender without room gives its core away: there are more threads than cores. */
    private static final int SPINS = 100;

    private final Medium.Outlet outlet;
    private final ByteBuffer message;
    private long number;
    private final long[] inFlight = new long[1024];
    private int looks;

    private SenderMain(Medium.Outlet outlet, int length) {
        this.outlet = outlet;
        this.message = Message.allocate(length);
    }

    public static void main(String[] arguments) {
        int length = Integer.parseInt(arguments[3]);
        int perSecond = Integer.parseInt(arguments[4]);
        long warmUp = (long) (Double.parseDouble(arguments[5]) * NANOS);
        long recorded = (long) (Double.parseDouble(arguments[6]) * NANOS);
        long after = (long) (Double.parseDouble(arguments[7]) * NANOS);
        try (Medium.Outlet outlet =
                Medium.of(arguments[0]).connect(arguments[1], Integer.parseInt(arguments[2]), length)) {
            SenderMain sender = new SenderMain(outlet, length);
            ResultLine figures = sender.run(perSecond, warmUp, recorded, after);
            sender.send(Message.END);
            System.out.println(figures.line());
            // The parent closes it when the receiver has all
            awaitEndOfInput();
        }
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Nobody writes: only the end matters
            }
        } catch (IOException e) {
            // An error means the end, too
        }
    }

    private ResultLine run(int perSecond, long warmUp, long recorded, long after) {
        long began = System.nanoTime();
        sendUntil(began, warmUp, perSecond, false);
        long writes = outlet.writes();
        long bytes = outlet.writtenBytes();
        sendUntil(began, warmUp + recorded, perSecond, true);
        writes = outlet.writes() - writes;
        bytes = outlet.writtenBytes() - bytes;
        ResultLine figures = new ResultLine();
        figures.put("bytesPerWrite", (double) bytes / Math.max(1, writes));
        if (looks > 0) {
            long[] seen = Arrays.copyOf(inFlight, looks);
            Arrays.sort(seen);
            figures.put("inFlightBytes", seen[seen.length / 2]);
        }
        sendUntil(began, warmUp + recorded + after, perSecond, false);
        return figures;
    }

    /** Sends until this time after the beginning. */
    private void sendUntil(long began, long end, int perSecond, boolean recording) {
        if (perSecond > 0) {
            pace(began, end, (double) NANOS / perSecond, recording);
        } else {
            flood(began, end, recording);
        }
    }

    private void flood(long began, long end, boolean recording) {
        long now;
        long lookAt = System.nanoTime();
        while ((now = System.nanoTime()) - began < end) {
            if (recording && now - lookAt >= 0) {
                lookAt = now + LOOK_NANOS;
                look();
            }
            for (int i = 0; i < 16; i++) {
                send(recording ? now : Message.WARM_UP);
            }
        }
    }

    private void look() {
        long bytes = outlet.inFlightBytes();
        if (bytes >= 0 && looks < inFlight.length) {
            inFlight[looks++] = bytes;
        }
    }

    private void pace(long began, long end, double interval, boolean recording) {
        for (long i = number; ; i++) {
            long intended = began + (long) (i * interval);
            if (intended - began >= end) {
                return;
            }
            for (long left; (left = intended - System.nanoTime()) > 0; ) {
                if (left > COARSE_NANOS) {
                    LockSupport.parkNanos(left - COARSE_NANOS);
                } else {
                    Thread.onSpinWait();
                }
            }
            send(recording ? intended : Message.WARM_UP);
        }
    }

    private void send(long stamp) {
        message.putLong(Message.STAMP_OFFSET, stamp);
        message.putLong(Message.NUMBER_OFFSET, number++);
        for (int attempts = 0; !outlet.offer(message, message.capacity()); attempts++) {
            if (attempts < SPINS) {
                Thread.onSpinWait();
            } else {
                Thread.yield();
            }
        }
    }
}
