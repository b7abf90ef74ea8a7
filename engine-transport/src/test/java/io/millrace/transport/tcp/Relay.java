// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Passes TCP connections on to another port of this machine, and breaks them when told to. */
final class Relay implements AutoCloseable {

    private final ServerSocket server;
    private final InetSocketAddress target;
    private final List<Thread> threads = new ArrayList<>();
    private final List<Socket> sockets = new ArrayList<>();
    private boolean held;
    private boolean closed;

    Relay(InetSocketAddress target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
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
                Socket near = server.accept();
                Socket far = new Socket(target.getAddress(), target.getPort());
                synchronized (this) {
                    sockets.add(near);
                    sockets.add(far);
                    if (closed) {
                        cut();
                        return;
                    }
                    start(() -> copy(near, far));
                    start(() -> copy(far, near));
                }
            } catch (IOException e) {
                return;
            }
        }
    }

    private void copy(Socket from, Socket to) {
        byte[] bytes = new byte[8192];
        try (from;
                to) {
            int length;
            while ((length = from.getInputStream().read(bytes)) >= 0) {
                awaitOpen();
                to.getOutputStream().write(bytes, 0, length);
            }
        } catch (IOException | InterruptedException e) {
            // The relay was cut, or one of the ends closed: the other one is closed then too.
        }
    }

    private synchronized void awaitOpen() throws InterruptedException {
        while (held) {
            wait();
        }
    }

    /** Forwards no bytes until the relay is cut. */
    synchronized void hold() {
        held = true;
    }

    /** Breaks all connections; bytes in flight are lost. */
    synchronized void cut() {
        held = false;
        notifyAll();
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        sockets.clear();
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
            join(thread);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
