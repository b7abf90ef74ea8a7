// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A client that sends any bytes, and reads the answer. */
final class RawClient implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    RawClient(int port) throws IOException {
        socket = new Socket(InetAddress.getByName("127.0.0.1"), port);
        socket.setSoTimeout(20_000);
        in = socket.getInputStream();
    }

    RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /** Returns the next reply's header in lower case. */
    String header() throws IOException {
        StringBuilder header = new StringBuilder();
        while (header.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                return header.append("<end>").toString();
            }
            header.append((char) next);
        }
        return header.toString().toLowerCase(Locale.ROOT);
    }

    String body(int length) throws IOException {
        return new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** Returns all bytes until the server ends the connection. */
    String rest() throws IOException {
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        try {
            in.transferTo(rest);
        } catch (IOException e) {
            rest.writeBytes(" <reset>".getBytes(StandardCharsets.UTF_8));
        }
        return rest.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
