// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** A redis-server if the machine has one, else a stand-in that knows {@code HSET} and {@code HGETALL} of one hash. */
final class RedisServer implements AutoCloseable {

    private final int port;
    private final Process process;
    private final ServerSocket standIn;
    private final Map<String, String> hash = new ConcurrentHashMap<>();

    RedisServer(Path directory) throws IOException {
        ServerSocket socket = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        port = socket.getLocalPort();
        if (installed()) {
            socket.close();
            standIn = null;
            process = new ProcessBuilder(
                            "redis-server", "--port", Integer.toString(port), "--bind", "127.0.0.1", "--save", "")
                    .directory(directory.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(directory.resolve("redis.log").toFile())
                    .start();
        } else {
            standIn = socket;
            process = null;
            thread(this::accept);
        }
    }

    private static boolean installed() {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(each -> Files.isExecutable(Path.of(each, "redis-server")));
    }

    int port() {
        return port;
    }

    boolean isStandIn() {
        return process == null;
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "redis");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!standIn.isClosed()) {
            try {
                Socket client = standIn.accept();
                thread(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            OutputStream out = client.getOutputStream();
            for (List<String> command = read(in); command != null; command = read(in)) {
                out.write(answer(command).getBytes(StandardCharsets.UTF_8));
                out.flush();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** RESP: an array of texts, each with its length. */
    private static List<String> read(InputStream in) throws IOException {
        String head = line(in);
        if (head == null) {
            return null;
        }
        List<String> command = new ArrayList<>();
        for (int left = Integer.parseInt(head.substring(1)); left > 0; left--) {
            int length = Integer.parseInt(line(in).substring(1));
            command.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
            line(in);
        }
        return command;
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                return null;
            }
            line.append((char) c);
        }
        return line.toString().strip();
    }

    private String answer(List<String> command) {
        switch (command.get(0).toUpperCase(Locale.ROOT)) {
            case "HSET":
                return ":" + (hash.put(command.get(2), command.get(3)) == null ? 1 : 0) + "\r\n";
            case "HGETALL":
                StringBuilder all = new StringBuilder("*" + 2 * hash.size() + "\r\n");
                hash.forEach((key, value) -> all.append(text(key)).append(text(value)));
                return all.toString();
            default:
                return "+OK\r\n";
        }
    }

    private static String text(String value) {
        return "$" + value.getBytes(StandardCharsets.UTF_8).length + "\r\n" + value + "\r\n";
    }

    @Override
    public void close() throws IOException {
        if (process != null) {
            process.destroyForcibly().onExit().join();
        } else {
            standIn.close();
        }
    }
}
