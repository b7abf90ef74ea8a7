// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Passes TCP connections on to another port of this machine, and holds or breaks them when told to. */
final class Relay implements AutoCloseable {

    private final ServerSocket server;
    private final InetSocketAddress target;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Socket> sockets = new ArrayList<>();
    private boolean held;
    private boolean down;
    private boolean closed;
    private int accepted;
    private int refused;
    private long heldBytes;
    private final Set<Integer> firstBytes = new TreeSet<>();

    Relay(int port) throws IOException {
        target = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private void start(Runnable work) {
        Thread thread = new Thread(work, "relay");
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        while (true) {
            try {
                pass(server.accept());
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    private synchronized void pass(Socket near) throws IOException {
        if (down || closed) {
            refused++;
            near.close();
            return;
        }
        accepted++;
        Socket far = new Socket(target.getAddress(), target.getPort());
        sockets.add(near);
        sockets.add(far);
        start(() -> copy(near, far));
        start(() -> copy(far, near));
    }

    private void copy(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        boolean begun = false;
        try (from;
                to) {
            int length;
            while ((length = from.getInputStream().read(bytes)) >= 0) {
                if (!begun && length > 0) {
                    begun = true;
                    note(bytes[0]);
                }
                if (!holds(length)) {
                    to.getOutputStream().write(bytes, 0, length);
                }
            }
        } catch (IOException e) {
            // The relay was cut, or one of the ends closed the connection: the other end is closed then too
        }
    }

    private synchronized void note(int firstByte) {
        firstBytes.add(firstByte);
    }

    /** Returns the first bytes of the streams of all connections, both ways. */
    synchronized Set<Integer> firstBytes() {
        return Set.copyOf(firstBytes);
    }

    /** What is held is lost when the relay is cut, so only its length is kept. */
    private synchronized boolean holds(int length) {
        heldBytes += held ? length : 0;
        return held;
    }

    /** Passes nothing on until it is cut. */
    synchronized void hold() {
        held = true;
        heldBytes = 0;
    }

    /** Returns how many connections it has passed on. */
    synchronized int accepted() {
        return accepted;
    }

    /** Returns how many bytes it has taken and not passed on. */
    synchronized long heldBytes() {
        return heldBytes;
    }

    /** Breaks all connections; bytes on their way are lost. */
    synchronized void cut() {
        held = false;
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        sockets.clear();
    }

    /** Breaks all connections, and each new one at once. */
    synchronized void down() {
        down = true;
        refused = 0;
        cut();
    }

    /** Returns how many connections were broken at once since it is down. */
    synchronized int refused() {
        return refused;
    }

    synchronized void up() {
        down = false;
    }

    @Override
    public void close() throws IOException {
        List<Thread> started;
        synchronized (this) {
            closed = true;
            server.close();
            cut();
            started = List.copyOf(threads);
        }
        for (Thread thread : started) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
