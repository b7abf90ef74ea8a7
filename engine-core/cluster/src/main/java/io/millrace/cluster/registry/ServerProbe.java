// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.registry;

import io.millrace.cluster.config.ZooKeeperTls;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** Probes ZooKeeper's servers for problems that its client would retry in silence. */
final class ServerProbe {

    private static final int MOST_MILLIS = 2_000;

    private final ZooKeeperAccess access;

    ServerProbe(ZooKeeperAccess access) {
        this.access = access;
    }

    /**
     * Returns whether a server accepts connections.
     *
     * @throws ClusterException if the accepting servers cannot be trusted
     */
    boolean anyAccepts() {
        ClusterException problem = null;
        for (InetSocketAddress server : access.addresses()) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress(server.getHostString(), server.getPort()), MOST_MILLIS);
                Optional<ClusterException> distrust = access.tls().flatMap(tls -> distrust(tls, socket, server));
                if (distrust.isEmpty()) {
                    return true;
                }
                problem = distrust.get();
            } catch (IOException | IllegalArgumentException e) {
                // Try the next one.
            }
        }
        if (problem != null) {
            throw problem;
        }
        return false;
    }

    /**
     * Returns the problem of a server's certificate; only the client itself finds the server's objection to the
     * client's certificate.
     */
    private static Optional<ClusterException> distrust(ZooKeeperTls tls, Socket plain, InetSocketAddress server) {
        try (SSLSocket socket = (SSLSocket)
                context(tls).getSocketFactory().createSocket(plain, server.getHostString(), server.getPort(), false)) {
            socket.setSoTimeout(MOST_MILLIS);
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return Optional.empty();
        } catch (SSLException e) {
            return problem(tls, server, e);
        } catch (IOException | GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static Optional<ClusterException> problem(ZooKeeperTls tls, InetSocketAddress server, SSLException e) {
        String at = "ZooKeeper at " + server.getHostString() + ":" + server.getPort() + " ";
        if (hasCause(e, CertificateException.class)) {
            return Optional.of(new ClusterException(
                    Reason.NO_CLUSTER,
                    at + "has a certificate that cannot be trusted (" + last(e)
                            + "): have it signed for this host by an authority in "
                            + ClusterKeys.ZOOKEEPER_TLS_TRUSTED.name() + ", which is " + tls.trusted(),
                    e));
        }
        // Servers without encryption close the connection
        return hasCause(e, EOFException.class) || String.valueOf(e.getMessage()).contains("unrecognized SSL message")
                ? Optional.of(new ClusterException(
                        Reason.NO_CLUSTER,
                        at
                                + "does not take encrypted connections: set zookeeper.connect to its secureClientPort, or unset "
                                + ClusterKeys.ZOOKEEPER_TLS_TRUSTED.name(),
                        e))
                : Optional.empty();
    }

    private static boolean hasCause(Throwable failure, Class<? extends Throwable> type) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (type.isInstance(at)) {
                return true;
            }
        }
        return false;
    }

    private static String last(Throwable failure) {
        Throwable at = failure;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return at.getMessage();
    }

    private static SSLContext context(ZooKeeperTls tls) throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        int number = 0;
        for (Certificate authority : tls.authorities()) {
            trusted.setCertificateEntry(String.valueOf(number++), authority);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
