// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.api.config.Config;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.apache.zookeeper.common.ClientX509Util;
import org.apache.zookeeper.common.X509Exception;

/** Sends ZooKeeper's four-letter words to single servers, encrypted if connections to them are. Any thread. */
public final class ServerWords {

    private static final int MOST_MILLIS = 3_000;
    private static final int MOST_ANSWER_BYTES = 1 << 16;

    private final ZooKeeperAccess access;

    public ServerWords(Config config) {
        this.access = ZooKeeperAccess.of(config);
    }

    /** Returns the answer of the server at this address. */
    public String ask(String host, int port, String word) throws IOException {
        try (Socket plain = new Socket()) {
            plain.connect(new InetSocketAddress(host, port), MOST_MILLIS);
            plain.setSoTimeout(MOST_MILLIS);
            if (access.tls().isEmpty()) {
                return answer(plain, word);
            }
            try (ClientX509Util tls = new ClientX509Util();
                    Socket socket = tls.createSSLContext(access.clientConfig())
                            .getSocketFactory()
                            .createSocket(plain, host, port, false)) {
                return answer(socket, word);
            } catch (X509Exception e) {
                throw new IOException(e.getMessage(), e);
            }
        } catch (IllegalArgumentException e) {
            throw new IOException("there is no host " + host, e);
        }
    }

    private static String answer(Socket socket, String word) throws IOException {
        OutputStream out = socket.getOutputStream();
        out.write(word.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return new String(socket.getInputStream().readNBytes(MOST_ANSWER_BYTES), StandardCharsets.UTF_8);
    }
}
