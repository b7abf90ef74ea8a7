// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.macro.EngineProcess;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The load generator without an engine: makes the messages that a board asks for, and drops them or sends them to
 * another process that drops them. Arguments: {@code drop} and the board's directory; {@code send} with the directory,
 * host and port; {@code receive} with the host that it listens at.
 */
final class Generator {

    static final String DROP = "drop";
    static final String SEND = "send";
    static final String RECEIVE = "receive";

    private static final int BUFFER_BYTES = 1 << 20;

    private Generator() {}

    public static void main(String[] arguments) throws IOException {
        EngineProcess.endWithParent();
        switch (arguments[0]) {
            case DROP -> generate(Path.of(arguments[1]), OutputStream.nullOutputStream());
            case SEND -> {
                try (Socket socket = new Socket(arguments[2], Integer.parseInt(arguments[3]))) {
                    generate(Path.of(arguments[1]), socket.getOutputStream());
                }
            }
            default -> receive(arguments[1]);
        }
    }

    private static void generate(Path directory, OutputStream out) throws IOException {
        Source source = new Source(directory);
        System.out.println(Child.READY);
        while (true) {
            long now = System.nanoTime();
            byte[] message = source.next(now);
            if (message == null) {
                LockSupport.parkNanos(source.idleUntil(now) - now);
            } else {
                out.write(message);
                source.emitted(now);
            }
        }
    }

    private static void receive(String host) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getByName(host))) {
            System.out.println(Child.READY + " " + server.getLocalPort());
            try (Socket socket = server.accept();
                    InputStream in = socket.getInputStream()) {
                byte[] buffer = new byte[BUFFER_BYTES];
                while (in.read(buffer) >= 0) {
                    // Only what it takes to come here counts
                }
            }
        }
    }
}
