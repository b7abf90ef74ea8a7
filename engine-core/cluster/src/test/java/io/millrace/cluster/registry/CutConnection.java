// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Carries connections to a server, and cuts them when the server has sent so many bytes; none is made until it is
 * restored.
 */
final class CutConnection implements AutoCloseable {

    private final int target;
    private final ServerSocket listener;
    private final AtomicLong left = new AtomicLong();
    private volatile boolean isCut;

    CutConnection(int target) throws IOException {
        this.target = target;
        this.listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    void cutAfter(long bytes) {
        left.set(bytes);
        isCut = false;
    }

    void mend() {
        cutAfter(Long.MAX_VALUE);
    }

    boolean isCut() {
        return isCut;
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "cut-connection");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (isCut) {
                    client.close();
                    continue;
                }
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
                start(() -> carry(client, server, false));
                start(() -> carry(server, client, true));
            } catch (IOException e) {
                // This side is closed, or the other side was
            }
        }
    }

    private void carry(Socket from, Socket to, boolean counted) {
        byte[] buffer = new byte[512];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (counted && left.addAndGet(-read) < 0) {
                    isCut = true;
                }
                if (isCut) {
                    return;
                }
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // The other side was closed
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
