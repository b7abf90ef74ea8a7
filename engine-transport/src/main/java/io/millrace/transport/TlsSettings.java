package io.millrace.transport;

import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;

/**
 * Where a node's certificate is, and whom it trusts: with these, every connection of a {@link Transport} is encrypted by
 * TLS 1.3 or 1.2, and each end proves to the other who it is. All files are PEM. They are read at start, and again, for
 * new connections, when one of them has changed.
 *
 * <p>Who a certificate names: its subject alternative names (DNS names and IP addresses). A dialler accepts only a
 * certificate that names the host as it was dialled ({@link PeerAddress#host()}). An acceptor accepts whatever a trusted
 * authority signed, or, if {@code allowedNames} has any, what names one of them (there, the subject's common name counts
 * too). Which worker speaks is what its HELLO says: nodes that hold a certificate trust each other in that.
 *
 * @param certificate this node's certificate, then those that lead from it to a trusted one
 * @param key its private key: PKCS#8, not encrypted
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
