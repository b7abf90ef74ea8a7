// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.macro.Signals;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;

/** Listens on loopback, and writes messages one behind the other to the first that connects. */
final class SocketOutlet implements Outlet {

    /** The file that has the port. */
    static final String PORT = "port";

    private static final int BUFFER_BYTES = 64 << 10;

    private final ServerSocket server;
    private OutputStream out;

    SocketOutlet(Path directory) throws IOException {
        server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Signals.write(directory.resolve(PORT), Integer.toString(server.getLocalPort()));
    }

    @Override
    public void awaitReader() throws IOException {
        Socket socket = server.accept();
        socket.setTcpNoDelay(true);
        out = new BufferedOutputStream(socket.getOutputStream(), BUFFER_BYTES);
    }

    @Override
    public void write(byte[] message) throws IOException {
        out.write(message);
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }
}
