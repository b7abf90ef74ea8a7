// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.CloseCause;
import io.millrace.transport.peer.Connection;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.channels.ClosedChannelException;
import java.util.Set;
import javax.net.ssl.SSLException;

/**
 * Reports the cause for which TLS closed a connection, and one line that explains it. Its place is between the TLS
 * handler, which closes the connection after its alert, and the {@link Connection}. Runs on the event loop.
 */
final class TlsOutcome extends ChannelInboundHandlerAdapter {

    private static final String ALERT = "fatal alert: ";
    private static final Set<String> ALERTS_ABOUT_CERTIFICATES = Set.of(
            "bad_certificate",
            "unsupported_certificate",
            "certificate_revoked",
            "certificate_expired",
            "certificate_unknown",
            "certificate_required",
            "unknown_ca",
            "access_denied");

    private final TlsIdentity own;
    private final Connection connection;

    TlsOutcome(TlsIdentity own, Connection connection) {
        this.own = own;
        this.connection = connection;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent done && !done.isSuccess()) {
            explain(done.cause());
        }
        ctx.fireUserEventTriggered(event);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable failure) {
        if (failure instanceof SSLException || failure instanceof DecoderException) {
            explain(failure);
            ctx.close();
        } else {
            ctx.fireExceptionCaught(failure);
        }
    }

    private void explain(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null && !(root instanceof RefusedCertificate)) {
            root = root.getCause();
        }
        if (root instanceof RefusedCertificate refused) {
            connection.endsFor(refused.closeCause(), refused.getMessage());
        } else if (root instanceof ClosedChannelException) {
            connection.endsFor(
                    CloseCause.REMOTE_CLOSED, "the other end closed the connection within the TLS handshake");
        } else {
            explainMessage(String.valueOf(root.getMessage()));
        }
    }

    private void explainMessage(String message) {
        int alert = message.indexOf(ALERT);
        if (alert >= 0 && ALERTS_ABOUT_CERTIFICATES.contains(message.substring(alert + ALERT.length()))) {
            connection.endsFor(
                    CloseCause.CERTIFICATE_REFUSED,
                    "it refuses the certificate " + PeerCertificates.describe(own.certificate()) + " of this end ("
                            + message.substring(alert + ALERT.length()) + "): its log says why");
        } else if (message.contains("Empty client certificate chain")) {
            connection.endsFor(
                    CloseCause.CERTIFICATE_MISSING,
                    "it has shown no certificate: set transport.tls.certificate and transport.tls.key there");
        } else {
            connection.endsFor(CloseCause.TLS_FAILED, "TLS failed: " + message);
        }
    }
}
