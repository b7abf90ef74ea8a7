// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.PeerAddress;
import io.millrace.transport.TlsSettings;
import io.millrace.transport.TransportException;
import io.millrace.transport.peer.Connection;
import io.millrace.transport.peer.EventLoopThreads;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts the connections of one transport. Called by its event loops when a connection is made. Signatures are
 * computed and checked on a separate thread, because they take milliseconds.
 */
public final class Tls implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);

    private static final long CLOSE_SECONDS = 5;

    private final TlsSettings settings;
    private final EventLoopThreads threads;
    private final ThreadPoolExecutor signatures;
    private List<Object> read;
    private TlsIdentity identity;

    /** @throws TransportException if a file cannot be used */
    public Tls(TlsSettings settings, String threadName) {
        this.settings = settings;
        this.read = state();
        this.identity = load();
        this.threads = new EventLoopThreads(threadName);
        this.signatures = new ThreadPoolExecutor(
                1,
                1,
                0,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                threads,
                new ThreadPoolExecutor.CallerRunsPolicy());
    }

    /**
     * Reads the files as the start of a transport would. Any thread.
     *
     * @throws TransportException one line that names the file that cannot be used
     */
    public static void verify(TlsSettings settings) {
        TlsIdentity.load(settings);
    }

    /** Encrypts a connection that this end dials. */
    public void protect(Channel channel, Connection connection, PeerAddress peer) {
        TlsIdentity own = current();
        protect(channel, own, own.dialler(peer.host(), peer.port()), connection);
    }

    /** Encrypts a connection that this end accepted. */
    public void protect(Channel channel, Connection connection) {
        TlsIdentity own = current();
        protect(channel, own, own.acceptor(), connection);
    }

    private void protect(Channel channel, TlsIdentity own, SSLEngine engine, Connection connection) {
        SslHandler handler = new SslHandler(engine, signatures);
        // The connection has a time-out for its handshake, by the injected clock.
        handler.setHandshakeTimeoutMillis(0);
        channel.pipeline().addLast(new TlsDetection(connection), handler, new TlsOutcome(own, connection));
    }

    /**
     * Reads the files if they have changed. Files that cannot be used are ignored, because a renewal may be under way.
     */
    private synchronized TlsIdentity current() {
        List<Object> now = state();
        if (!now.equals(read)) {
            read = now;
            try {
                identity = load();
                LOG.info(
                        "new connections use the renewed certificate {}, valid until {}",
                        PeerCertificates.describe(identity.certificate()),
                        identity.certificate().getNotAfter().toInstant());
            } catch (TransportException e) {
                LOG.warn("{}; new connections use the certificate that was there before", e.getMessage());
            }
        }
        return identity;
    }

    private TlsIdentity load() {
        TlsIdentity loaded = TlsIdentity.load(settings);
        if (loaded.certificate().getNotAfter().getTime() < System.currentTimeMillis()) {
            LOG.warn(
                    "the certificate {} of this node ({}) expired at {}: every peer will refuse it; renew it, it is then"
                            + " read again",
                    PeerCertificates.describe(loaded.certificate()),
                    settings.certificate(),
                    loaded.certificate().getNotAfter().toInstant());
        }
        return loaded;
    }

    private List<Object> state() {
        List<Object> state = new ArrayList<>();
        for (Path file : List.of(settings.certificate(), settings.key(), settings.trusted())) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                state.add(List.of(attributes.lastModifiedTime(), attributes.size()));
            } catch (IOException e) {
                state.add("not there");
            }
        }
        return state;
    }

    @Override
    public void close() {
        signatures.shutdown();
        threads.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    }
}
