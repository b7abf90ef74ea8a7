package io.millrace.cluster.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Warns that REST has no encryption, where others may listen. Any thread. */
public final class PlainHttp {

    private static final Logger LOG = LoggerFactory.getLogger(PlainHttp.class);
    private static final String REMEDY =
            ": put a proxy with TLS before it, or let it listen on the loopback interface and forward its port by ssh"
                    + " (docs/security.md)";
    private static final AtomicBoolean SAID = new AtomicBoolean();

    private PlainHttp() {}

    /** A daemon that takes tokens listens on this host. */
    public static void listens(String host, int port) {
        warning("tokens come without encryption to REST on " + host + ":" + port, host)
                .ifPresent(LOG::warn);
    }

    /** A client sends this secret to this host; the first one of the process is told. */
    static void sends(String secret, String base, String host) {
        if (!SAID.get()) {
            warning(secret + " is sent without encryption to " + base, host).ifPresent(line -> {
                if (!SAID.getAndSet(true)) {
                    LOG.warn(line);
                }
            });
        }
    }

    /** Returns the line, unless only this machine has what is sent to the host. */
    static Optional<String> warning(String what, String host) {
        try {
            return InetAddress.getByName(host).isLoopbackAddress() ? Optional.empty() : Optional.of(what + REMEDY);
        } catch (UnknownHostException e) {
            // Then nothing is sent
            return Optional.empty();
        }
    }
}
