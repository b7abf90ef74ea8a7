// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.benchmarks.machine.Child;
import io.millrace.benchmarks.macro.EngineProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The load generator without an engine: makes the messages that a board asks for, and drops them or sends them to
 * another process that drops them, or feeds an engine's source. Arguments: {@code drop} and the board's directory;
 * {@code send} with the directory, host and port; {@code receive} with the host that it listens at; {@code feed} and
 * the directory.
 */
final class Generator {

    static final String DROP = "drop";
    static final String SEND = "send";
    static final String RECEIVE = "receive";
    static final String FEED = "feed";

    private static final int BUFFER_BYTES = 1 << 20;

    /** The time until it is looked again whether there is room. */
    private static final long FULL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private Generator() {}

    public static void main(String[] arguments) throws IOException {
        EngineProcess.endWithParent();
        switch (arguments[0]) {
            case DROP -> generate(Path.of(arguments[1]), message -> {});
            case SEND -> {
                try (Socket socket = new Socket(arguments[2], Integer.parseInt(arguments[3]))) {
                    generate(Path.of(arguments[1]), socket.getOutputStream()::write);
                }
            }
            case FEED -> feed(Path.of(arguments[1]));
            default -> receive(arguments[1]);
        }
    }

    private static void generate(Path directory, Outlet out) throws IOException {
        Generated source = new Generated(Board.open(directory));
        System.out.println(Child.READY);
        while (true) {
            emit(source, out);
        }
    }

    private static void feed(Path directory) throws IOException {
        Outlet out = Intake.read(directory).orElseThrow().outlet(directory);
        Board board = Board.open(directory);
        System.out.println(Child.READY);
        out.awaitReader();
        Generated source = new Generated(board);
        Backlog backlog = new Backlog(board);
        while (true) {
            if (backlog.isFull((int) Math.max(1, board.get(BoardDescriptor.BYTES)))) {
                out.flush();
                LockSupport.parkNanos(FULL_NANOS);
            } else {
                emit(source, out);
            }
        }
    }

    /** Emits the message that is due, or waits until one may be. */
    private static void emit(Generated source, Outlet out) throws IOException {
        long now = System.nanoTime();
        if (source.isDue(now)) {
            out.write(source.message());
            source.emitted(now);
        } else {
            out.flush();
            LockSupport.parkNanos(source.idleUntil(now) - now);
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
