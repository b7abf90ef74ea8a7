// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;

/**
 * The files of a node's certificate and of the authorities that it trusts: with these settings, every connection of a
 * {@link Transport} is encrypted by TLS 1.3 or 1.2, and each end proves its identity to the other. All files are PEM.
 * They are read at start, and again, for new connections, when one of them has changed.
 *
 * <p>A certificate names its owner by the subject alternative names (DNS names and IP addresses). A dialler accepts
 * only a certificate that names the host as it was dialled ({@link PeerAddress#host()}). An acceptor accepts each
 * certificate that a trusted authority signed or, if {@code allowedNames} is not empty, each of these that has one of
 * the names (there, the subject's common name counts too). The HELLO says which worker speaks: nodes that hold a
 * certificate trust each other in that.
 *
 * @param certificate this node's certificate, followed by the chain to a trusted one
 * @param key the certificate's private key: PKCS#8, not encrypted
 * @param trusted certificates of the authorities that sign nodes' certificates
 * @param allowedNames names of which a dialler's certificate must have one; empty: any
 */
public record TlsSettings(Path certificate, Path key, Path trusted, Set<String> allowedNames) {

    public TlsSettings {
        Objects.requireNonNull(certificate, "certificate");
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(trusted, "trusted");
        allowedNames = Set.copyOf(allowedNames);
    }
}
