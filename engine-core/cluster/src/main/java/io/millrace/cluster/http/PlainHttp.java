// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns that REST is not encrypted, if others may listen. Any thread. */
public final class PlainHttp {

    private static final Logger LOG = LoggerFactory.getLogger(PlainHttp.class);
    private static final String REMEDY =
            ": set rest.tls.* for all processes, or let it listen on the loopback interface and forward its port by ssh"
                    + " (docs/rest.md)";
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private PlainHttp() {}

    /** Warns of a daemon that takes tokens and listens on this host. */
    public static void listens(String host, int port) {
        warning("tokens come without encryption to REST on " + host + ":" + port, host)
                .ifPresent(LOG::warn);
    }

    /** Warns of a client that sends this secret to this host; only once in a process. */
    static void sends(String secret, String base, String host) {
        if (!SAID.get()) {
            warning(secret + " is sent without encryption to " + base, host).ifPresent(line -> {
                if (!SAID.getAndSet(true)) {
                    LOG.warn(line);
                }
            });
        }
    }

    /** Returns the warning, unless the data that is sent to the host stays on this machine. */
    static Optional<String> warning(String what, String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress() ? Optional.empty() : Optional.of(what + REMEDY);
        } catch (UnknownHostException e) {
            // In that case no data is sent
            return Optional.empty();
        }
    }
}
