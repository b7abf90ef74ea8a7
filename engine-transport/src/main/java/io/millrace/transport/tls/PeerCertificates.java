package io.millrace.transport.tls;

import io.millrace.transport.CloseCause;
import io.millrace.transport.TransportException;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Checks a peer's certificate: its dates, a trusted authority, and its name. The JDK decides; this class explains its
 * answer and adds the checks that the JDK leaves out. Stateless; called on the threads that do handshakes.
 */
final class PeerCertificates extends X509ExtendedTrustManager {

    static final String TRUSTED = "trusted";

    private static final int DNS_NAME = 2;
    private static final int IP_ADDRESS = 7;

    private final X509ExtendedTrustManager authorities;
    private final Set<String> allowedNames = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    private final String settings;

    private PeerCertificates(X509ExtendedTrustManager authorities, Set<String> allowedNames, String settings) {
        this.authorities = authorities;
        this.allowedNames.addAll(allowedNames);
        this.settings = settings;
    }

    /**
     * Reads the file of the authorities.
     *
     * @param allowedNames names of which the certificate of a dialler must have one; empty: any
     * @param settings the beginning of the names of the settings, for errors
     * @throws TransportException if the file cannot be used
     */
    static PeerCertificates load(Path trusted, Set<String> allowedNames, String settings)
            throws GeneralSecurityException, IOException {
        KeyStore store = OwnCertificate.emptyStore();
        List<X509Certificate> authorities =
                PemFile.read(settings + TRUSTED, trusted).certificates();
        for (int i = 0; i < authorities.size(); i++) {
            store.setCertificateEntry(TRUSTED + i, authorities.get(i));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
        factory.init(store);
        return new PeerCertificates((X509ExtendedTrustManager) factory.getTrustManagers()[0], allowedNames, settings);
    }

    /** Called on the acceptor's side. */
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        requireInDate(chain[0]);
        try {
            authorities.checkClientTrusted(chain, authType, engine);
        } catch (CertificateException e) {
            throw untrusted(chain, e);
        }
        if (!allowedNames.isEmpty() && names(chain[0]).stream().noneMatch(allowedNames::contains)) {
            throw new RefusedCertificate(
                    CloseCause.CERTIFICATE_NAME,
                    "its certificate " + describe(chain[0]) + " is for " + names(chain[0])
                            + ", none of which is in " + settings + "allowed here: add one there, or give the node"
                            + " another certificate");
        }
    }

    /** Called on the dialler's side. */
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine)
            throws CertificateException {
        checkServer(
                chain, authType, () -> authorities.checkServerTrusted(chain, authType, engine), engine.getPeerHost());
    }

    /** Called on the side of a dialler that uses sockets. */
    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkServer(
                chain,
                authType,
                () -> authorities.checkServerTrusted(chain, authType, socket),
                socket instanceof SSLSocket dialled
                        ? dialled.getHandshakeSession().getPeerHost()
                        : "");
    }

    /** The check of the JDK. */
    private interface Check {
        void run() throws CertificateException;
    }

    private void checkServer(X509Certificate[] chain, String authType, Check check, String dialled)
            throws CertificateException {
        requireInDate(chain[0]);
        try {
            check.run();
        } catch (CertificateException e) {
            if (isTrustedWithoutItsName(chain, authType)) {
                throw new RefusedCertificate(
                        CloseCause.CERTIFICATE_NAME,
                        "its certificate " + describe(chain[0]) + " is for " + names(chain[0]) + " and not for '"
                                + dialled + "', which was dialled: make one with that subject"
                                + " alternative name");
            }
            throw untrusted(chain, e);
        }
    }

    private boolean isTrustedWithoutItsName(X509Certificate[] chain, String authType) {
        try {
            authorities.checkServerTrusted(chain, authType);
            return true;
        } catch (CertificateException e) {
            return false;
        }
    }

    /** The JDK does not check the dates of a certificate that is itself a trusted one. */
    private static void requireInDate(X509Certificate certificate) throws RefusedCertificate {
        try {
            certificate.checkValidity();
        } catch (CertificateExpiredException e) {
            throw new RefusedCertificate(
                    CloseCause.CERTIFICATE_EXPIRED,
                    "the certificate " + describe(certificate) + " expired at "
                            + certificate.getNotAfter().toInstant() + ": renew it, or set this node's clock");
        } catch (CertificateNotYetValidException e) {
            throw new RefusedCertificate(
                    CloseCause.CERTIFICATE_NOT_YET_VALID,
                    "the certificate " + describe(certificate) + " is valid only from "
                            + certificate.getNotBefore().toInstant()
                            + ": set the clocks of both nodes, or make another one");
        }
    }

    private RefusedCertificate untrusted(X509Certificate[] chain, CertificateException why) throws RefusedCertificate {
        for (int i = 1; i < chain.length; i++) {
            requireInDate(chain[i]);
        }
        return new RefusedCertificate(
                CloseCause.CERTIFICATE_UNTRUSTED,
                "its certificate " + describe(chain[0]) + " is not signed by one in " + settings + TRUSTED
                        + " of this end (" + printable(String.valueOf(why.getMessage()))
                        + "): have it signed by that authority, or add its own to the file");
    }

    /** Returns subject and issuer of a certificate. */
    static String describe(X509Certificate certificate) {
        return "'" + printable(certificate.getSubjectX500Principal().getName()) + "' by '"
                + printable(certificate.getIssuerX500Principal().getName()) + "'";
    }

    /** Makes a name that the peer chose safe for a log. */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?").substring(0, Math.min(300, text.length()));
    }

    private static List<String> names(X509Certificate certificate) throws CertificateException {
        Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
        Set<String> names = new TreeSet<>(commonNames(certificate));
        if (alternatives != null) {
            names.addAll(alternatives.stream()
                    .filter(name -> name.get(0).equals(DNS_NAME) || name.get(0).equals(IP_ADDRESS))
                    .map(name -> printable((String) name.get(1)))
                    .collect(Collectors.toSet()));
        }
        return List.copyOf(names);
    }

    private static List<String> commonNames(X509Certificate certificate) {
        try {
            return new LdapName(certificate.getSubjectX500Principal().getName())
                    .getRdns().stream()
                            .filter(rdn -> rdn.getType().equalsIgnoreCase("CN"))
                            .map(rdn -> printable(String.valueOf(rdn.getValue())))
                            .toList();
        } catch (InvalidNameException e) {
            return List.of();
        }
    }

    /**
     * Names no authority to a dialler: it would then not send a certificate of another authority, and the error could
     * not name it.
     */
    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }

    // Acceptors use no sockets, and nobody judges a certificate without its connection.

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket)
            throws CertificateException {
        checkClientTrusted(chain, authType);
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("a certificate is judged with its connection only");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("a certificate is judged with its connection only");
    }
}
