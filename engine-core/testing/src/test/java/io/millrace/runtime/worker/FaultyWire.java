// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/** Forwards TCP connections on loopback with a delay, and breaks, holds or slows down the bytes. Any thread. */
final class FaultyWire implements AutoCloseable {

    private static final int CHUNK_BYTES = 4 << 10;
    private static final int MOST_CHUNKS = 256;

    /** The approximate time after which TCP repeats lost packets. */
    private static final long REPEATED_NANOS = 150_000_000L;

    private record Chunk(byte[] bytes, long dueNanos) {}

    private final ServerSocket listener;
    private volatile int targetPort;
    private final long delayNanos;
    private final Random random = new Random(5);
    private final List<Socket> sockets = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private boolean closed;
    private boolean isCut;
    private boolean heldForth;
    private boolean heldBack;
    private double loss;

    FaultyWire(int targetPort, long delayNanos) throws IOException {
        this.targetPort = targetPort;
        this.delayNanos = delayNanos;
        this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Leads to another port of this machine from now on. */
    void leadTo(int port) {
        targetPort = port;
    }

    /** Breaks all connections, and lets none be made until it is healed. */
    synchronized void cut() {
        isCut = true;
        breakConnections();
    }

    /** Breaks all connections with the bytes on their way; they can be made again. */
    synchronized void breakConnections() {
        sockets.forEach(FaultyWire::close);
        sockets.clear();
        notifyAll();
    }

    /** Holds bytes from the side that connects, and bytes to it. */
    synchronized void hold(boolean forth, boolean back) {
        heldForth = forth;
        heldBack = back;
        notifyAll();
    }

    /** Sets the share of the chunks that are late, as after a loss. */
    synchronized void lossy(double share) {
        loss = share;
    }

    synchronized void heal() {
        isCut = false;
        loss = 0;
        hold(false, false);
    }

    private synchronized void start(Runnable work) {
        Thread thread = new Thread(work, "faulty-wire");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = listener.accept();
                Socket far = new Socket(InetAddress.getLoopbackAddress(), targetPort);
                near.setTcpNoDelay(true);
                far.setTcpNoDelay(true);
                if (added(near, far)) {
                    carry(near, far, true);
                    carry(far, near, false);
                }
            }
        } catch (IOException e) {
            // The wire is closed
        }
    }

    private synchronized boolean added(Socket near, Socket far) {
        sockets.add(near);
        sockets.add(far);
        if (isCut || closed) {
            breakConnections();
            return false;
        }
        return true;
    }

    private void carry(Socket from, Socket to, boolean forth) throws IOException {
        BlockingQueue<Chunk> underWay = new LinkedBlockingQueue<>(MOST_CHUNKS);
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        start(() -> read(in, underWay));
        start(() -> write(out, underWay, forth));
    }

    private synchronized long lateness() {
        return loss > 0 && random.nextDouble() < loss ? REPEATED_NANOS : 0;
    }

    private void read(InputStream in, BlockingQueue<Chunk> underWay) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            for (int length; (length = in.read(buffer)) >= 0; ) {
                underWay.put(new Chunk(Arrays.copyOf(buffer, length), System.nanoTime() + delayNanos + lateness()));
            }
            underWay.put(new Chunk(new byte[0], System.nanoTime()));
        } catch (IOException | InterruptedException e) {
            underWay.clear();
            underWay.offer(new Chunk(new byte[0], System.nanoTime()));
        }
    }

    private void write(OutputStream out, BlockingQueue<Chunk> underWay, boolean forth) {
        try (out) {
            for (Chunk chunk = underWay.take(); chunk.bytes().length > 0; chunk = underWay.take()) {
                for (long left; (left = chunk.dueNanos() - System.nanoTime()) > 0; ) {
                    LockSupport.parkNanos(left);
                }
                awaitOpen(forth);
                out.write(chunk.bytes());
            }
        } catch (IOException | InterruptedException e) {
            // The connection was broken, or one of the ends has closed it
        }
    }

    private synchronized void awaitOpen(boolean forth) throws InterruptedException {
        while (!closed && (forth ? heldForth : heldBack)) {
            wait();
        }
    }

    @Override
    public void close() throws IOException {
        List<Thread> started;
        synchronized (this) {
            closed = true;
            listener.close();
            breakConnections();
            started = List.copyOf(threads);
        }
        for (Thread thread : started) {
            thread.interrupt();
        }
        for (Thread thread : started) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
