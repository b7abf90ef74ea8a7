// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.PeerAddress;
import io.millrace.transport.TlsSettings;
import io.millrace.transport.TransportException;
import io.millrace.transport.peer.Connection;
import io.millrace.transport.peer.EventLoopThreads;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLEngine;

/**
 * Encrypts the connections of one transport. Called by its event loops when a connection is made. Signatures are
 * computed and checked on a separate thread, because they take milliseconds.
 */
public final class Tls implements AutoCloseable {

    private static final long CLOSE_SECONDS = 5;

    private final TlsSettings settings;
    private final EventLoopThreads threads;
    private final ThreadPoolExecutor signatures;
    private final Renewed<TlsIdentity> identity;

    /** @throws TransportException if a file cannot be used */
    public Tls(TlsSettings settings, String threadName) {
        this.settings = settings;
        this.identity = new Renewed<>(
                List.of(settings.certificate(), settings.key(), settings.trusted()),
                this::load,
                now -> now.own().renewed());
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
        TlsIdentity own = identity.current();
        protect(channel, own, own.dialler(peer.host(), peer.port()), connection);
    }

    /** Encrypts a connection that this end accepted. */
    public void protect(Channel channel, Connection connection) {
        TlsIdentity own = identity.current();
        protect(channel, own, own.acceptor(), connection);
    }

    private void protect(Channel channel, TlsIdentity own, SSLEngine engine, Connection connection) {
        SslHandler handler = new SslHandler(engine, signatures);
        // The connection has a time-out for its handshake, by the injected clock.
        handler.setHandshakeTimeoutMillis(0);
        channel.pipeline().addLast(new TlsDetection(connection), handler, new TlsOutcome(own, connection));
    }

    private TlsIdentity load() {
        TlsIdentity loaded = TlsIdentity.load(settings);
        loaded.own().warnIfExpired(settings.certificate());
        return loaded;
    }

    @Override
    public void close() {
        signatures.shutdown();
        threads.join(TimeUnit.SECONDS.toMillis(CLOSE_SECONDS));
    }
}
