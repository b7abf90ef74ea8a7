// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Forwards connections on loopback with a delay and a rate each way, which connections of one pipe share. */
final class Pipe implements AutoCloseable {

    private static final int CHUNK_BYTES = 8 << 10;

    /** What waits beyond what is under way holds the sender back. */
    private static final int MOST_CHUNKS = 256;

    private record Chunk(byte[] bytes, long dueNanos) {}

    /** Shared by what passes it. */
    static final class Rate {
        private volatile double bytesPerNano;
        private long freeNanos;

        Rate(double megabitsPerSecond) {
            set(megabitsPerSecond);
        }

        void set(double megabitsPerSecond) {
            bytesPerNano = megabitsPerSecond / 8e3;
        }

        synchronized long sentAt(long now, int bytes) {
            freeNanos = Math.max(freeNanos, now) + (long) (bytes / bytesPerNano);
            return freeNanos;
        }
    }

    private final ServerSocket listener;
    private final int targetPort;
    private final List<Rate> rates;
    private volatile long delayNanos;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    /** @param rates that what goes from the one that connects passes; what comes back passes none */
    Pipe(int targetPort, List<Rate> rates, double rttMillis) throws IOException {
        this.targetPort = targetPort;
        this.rates = rates;
        this.delayNanos = (long) (rttMillis / 2 * 1e6);
        listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private static void start(Runnable task) {
        Thread thread = new Thread(task, "pipe");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = listener.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                sockets.addAll(List.of(near, far));
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                carry(near, far, rates);
                carry(far, near, List.of());
            }
        } catch (IOException e) {
            // It is closed
        }
    }

    private void carry(Socket from, Socket to, List<Rate> passed) throws IOException {
        BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>(MOST_CHUNKS);
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        start(() -> read(in, underWay, passed));
        start(() -> write(out, underWay));
    }

    private void read(InputStream in, BlockingQueue<Chunk> underWay, List<Rate> passed) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            for (int length; (length = in.read(buffer)) >= 0; ) {
                long sent = System.nanoTime();
                for (Rate rate : passed) {
                    sent = rate.sentAt(sent, length);
                }
                underWay.put(new Chunk(Arrays.copyOf(buffer, length), sent + delayNanos));
            }
        } catch (IOException e) {
            // The connection has ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        underWay.offer(new Chunk(new byte[0], 0));
    }

    private static void write(OutputStream out, BlockingQueue<Chunk> underWay) {
        try {
            for (Chunk chunk = underWay.take(); chunk.bytes().length > 0; chunk = underWay.take()) {
                for (long left; (left = chunk.dueNanos() - System.nanoTime()) > 0; ) {
                    LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(1)));
                }
                out.write(chunk.bytes());
            }
            out.close();
        } catch (IOException e) {
            // The connection has ended
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    void rtt(double millis) {
        delayNanos = (long) (millis / 2 * 1e6);
    }

    @Override
    public void close() {
        close(listener);
        sockets.forEach(Pipe::close);
    }

    private static void close(java.io.Closeable one) {
        try {
            one.close();
        } catch (IOException e) {
            // It is of no use any more
        }
    }
}
