// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.transport.Await;
import io.millrace.transport.CloseCause;
import io.millrace.transport.Peer;
import io.millrace.transport.PeerAddress;
import io.millrace.transport.RefusalCause;
import io.millrace.transport.TestWorker;
import io.millrace.transport.TlsSettings;
import io.millrace.transport.TransportException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Accepted and refused certificates, the counters of both ends, and their messages. */
@Timeout(30)
class CertificateTest {

    @TempDir
    private Path directory;

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.millrace.transport");
    private final Logger inbound = (Logger) LoggerFactory.getLogger("io.millrace.transport.peer.InboundHandshake");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private TestWorker node;

    @BeforeEach
    void start() {
        log.start();
        for (Logger each : List.of(logger, inbound)) {
            each.setLevel(Level.WARN);
        }
        logger.setAdditive(false);
        logger.addAppender(log);
        node = worker("node-worker", TestCertificates.settings(directory, "node", "ca"));
    }

    @AfterEach
    void stop() {
        if (node != null) {
            node.close();
        }
        logger.detachAppender(log);
        logger.setAdditive(true);
        logger.setLevel(Level.ERROR);
        inbound.setLevel(Level.OFF);
    }

    private static TestWorker worker(String id, TlsSettings tls) {
        return new TestWorker(id, 1, builder -> builder.tls(tls));
    }

    /** The log lines with {@code part}, of which there is one soon: a close is counted before it is logged. */
    private List<String> logged(String part) {
        Await.until(() -> !linesWith(part).isEmpty(), () -> "no line with '" + part + "' in " + linesWith(""));
        return linesWith(part);
    }

    private List<String> linesWith(String part) {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(part))
                .toList();
    }

    private static void awaitCloses(TestWorker worker, CloseCause cause, long count) {
        Await.until(
                () -> worker.transport.counters().closes().getOrDefault(cause, 0L) >= count,
                worker.transport::counters);
    }

    private static void awaitCloses(Peer peer, CloseCause cause, long count) {
        Await.until(() -> peer.counters().closes().getOrDefault(cause, 0L) >= count, peer::counters);
    }

    @ParameterizedTest
    @CsvSource({
        "expired, CERTIFICATE_EXPIRED, CN=expired, expired at",
        "alone, CERTIFICATE_EXPIRED, CN=alone, expired at",
        "future, CERTIFICATE_NOT_YET_VALID, CN=future, valid only from",
        "stranger, CERTIFICATE_UNTRUSTED, CN=stranger, is not signed by one in transport.tls.trusted"
    })
    void anAcceptorRefusesADiallersCertificate(String alias, CloseCause cause, String name, String why) {
        node.close();
        node = worker("node-worker", TestCertificates.settings(directory, "node", "ca", "alone"));
        try (TestWorker refused = worker("refused", TestCertificates.settings(directory, alias, "ca"))) {
            Peer peer = refused.connect(node);
            awaitCloses(node, cause, 3);
            awaitCloses(peer, CloseCause.CERTIFICATE_REFUSED, 1);
            assertThat(peer.connected()).isFalse();
            assertThat(node.transport.counters().accepted()).isZero();
            assertThat(logged("refused /127.0.0.1"))
                    .singleElement()
                    .asString()
                    .contains(name)
                    .contains(why);
            assertThat(logged("cannot connect to node-worker#1@127.0.0.1:").stream()
                            .filter(line -> line.contains("it refuses the certificate 'CN=" + alias + "'")))
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "expired, CERTIFICATE_EXPIRED, CN=expired, expired at",
        "future, CERTIFICATE_NOT_YET_VALID, CN=future, valid only from",
        "stranger, CERTIFICATE_UNTRUSTED, CN=stranger, is not signed by one in transport.tls.trusted",
        "elsewhere, CERTIFICATE_NAME, elsewhere.example, 'and not for ''127.0.0.1'', which was dialled'"
    })
    void aDiallerRefusesAnAcceptorsCertificate(String alias, CloseCause cause, String name, String why) {
        try (TestWorker refused = worker("refused", TestCertificates.settings(directory, alias, "ca"))) {
            Peer peer = node.connect(refused);
            awaitCloses(peer, cause, 3);
            awaitCloses(refused, CloseCause.CERTIFICATE_REFUSED, 3);
            assertThat(logged("cannot connect to refused#1@127.0.0.1:"))
                    .singleElement()
                    .asString()
                    .contains(name)
                    .contains(why);
            assertThat(logged("refused /127.0.0.1"))
                    .singleElement()
                    .asString()
                    .contains("it refuses the certificate 'CN=" + alias + "'");
        }
    }

    @Test
    void anAcceptorWithAllowedNamesRefusesOthers() {
        TlsSettings files = TestCertificates.settings(directory, "renewed", "ca");
        TlsSettings strict = new TlsSettings(
                files.certificate(), files.key(), files.trusted(), Set.of("Elsewhere.Example", "10.0.0.1"));
        TlsSettings named = TestCertificates.settings(directory, "elsewhere", "ca");
        try (TestWorker acceptor = worker("acceptor", strict);
                TestWorker dialler = worker("dialler", named)) {
            Peer refused = node.connect(acceptor);
            awaitCloses(acceptor, CloseCause.CERTIFICATE_NAME, 1);
            awaitCloses(refused, CloseCause.CERTIFICATE_REFUSED, 1);
            assertThat(logged("none of which is in transport.tls.allowed here").get(0))
                    .contains("[127.0.0.1, localhost, node]");
            assertThat(dialler.connected(acceptor).connected()).isTrue();
        }
    }

    @Test
    void aHostNameIsComparedToo() {
        Peer byName = node.connect(new PeerAddress("localhost", node.address().port(), "node-worker", 1));
        Await.until(byName::connected, byName::counters);
    }

    @Test
    void aDiallerWithoutACertificateIsRefused() throws Exception {
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setCertificateEntry("ca", TestCertificates.store("ca").getCertificate("ca"));
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        for (String version : List.of("TLSv1.3", "TLSv1.2")) {
            try (SSLSocket socket = (SSLSocket) context.getSocketFactory()
                    .createSocket("127.0.0.1", node.address().port())) {
                socket.setEnabledProtocols(new String[] {version});
                assertThatThrownBy(() -> {
                            socket.startHandshake();
                            socket.getInputStream().read();
                        })
                        .isInstanceOf(IOException.class);
            }
        }
        awaitCloses(node, CloseCause.CERTIFICATE_MISSING, 2);
        assertThat(logged("it has shown no certificate")).hasSize(1);
    }

    /**
     * Java does not offer these versions any more, so the first record is written by hand: versions 3.1 to 3.3 are TLS
     * 1.0 to 1.2.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void anOldVersionOfTlsIsRefused(int minor) throws IOException {
        ByteBuffer hello = ByteBuffer.allocate(50);
        hello.put((byte) 22).put((byte) 3).put((byte) 1).putShort((short) 45);
        hello.put((byte) 1).put((byte) 0).putShort((short) 41).put((byte) 3).put((byte) minor);
        hello.put(new byte[33])
                .putShort((short) 2)
                .putShort((short) 0xC009)
                .put((byte) 1)
                .put((byte) 0);
        try (Socket socket = new Socket("127.0.0.1", node.address().port())) {
            socket.getOutputStream().write(hello.array(), 0, hello.position());
            byte[] answer = socket.getInputStream().readNBytes(7);
            int alert = 21;
            int fatal = 2;
            int protocolVersion = 70;
            assertThat(answer[0]).isEqualTo((byte) alert);
            assertThat(answer[5]).isEqualTo((byte) fatal);
            assertThat(answer[6]).isEqualTo((byte) protocolVersion);
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
        assertThat(node.transport.counters().accepted()).isZero();
    }

    @Test
    void oneEndWithTlsAndTheOtherWithoutSaySo() {
        try (TestWorker plain = new TestWorker("plain", 1)) {
            Peer toTls = plain.connect(node);
            Peer toPlain = node.connect(plain);
            Await.until(() -> toTls.counters().refusals().containsKey(RefusalCause.ENCRYPTION), toTls::counters);
            awaitCloses(node, CloseCause.ENCRYPTION, 3);
            awaitCloses(toPlain, CloseCause.ENCRYPTION, 3);
            awaitCloses(plain, CloseCause.ENCRYPTION, 3);
            assertThat(plain.transport.counters().refusals()).containsKey(RefusalCause.ENCRYPTION);
            assertThat(node.transport.counters().refusals()).containsKey(RefusalCause.ENCRYPTION);
            assertThat(logged("refused /127.0.0.1")).hasSize(2).allMatch(line -> line.contains("transport.tls.*"));
            assertThat(logged("cannot connect to node-worker#1"))
                    .singleElement()
                    .asString()
                    .contains("takes connections with TLS only");
            assertThat(logged("cannot connect to plain#1"))
                    .singleElement()
                    .asString()
                    .contains("it does not speak TLS, as this end does");
        }
    }

    @Test
    void aCertificateThatIsRenewedIsUsedForNewConnections() throws Exception {
        TlsSettings files = TestCertificates.settings(directory, "expired", "ca");
        try (TestWorker late = worker("late", files)) {
            assertThat(logged("every peer will refuse it; renew it")).hasSize(1);
            Peer out = late.connect(node);
            Peer in = node.connect(late);
            awaitCloses(in, CloseCause.CERTIFICATE_EXPIRED, 1);
            // A pair of files of which only one is there yet changes nothing.
            Path other = directory.resolve("other.key");
            TestCertificates.write(files.certificate(), other, "renewed");
            Await.until(
                    () -> !logged("new connections use the certificate that was there before")
                            .isEmpty(),
                    late.transport::counters);
            Files.move(other, files.key(), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
            Await.until(() -> out.connected() && in.connected(), out::counters);
        }
    }

    @Test
    void filesThatCannotBeUsedAreNamedAtStart() throws IOException {
        TlsSettings good = TestCertificates.settings(directory, "node", "ca");
        TlsSettings other = TestCertificates.settings(directory, "renewed", "ca");
        Path missing = directory.resolve("missing.pem");
        assertUnusable(
                new TlsSettings(missing, good.key(), good.trusted(), Set.of()),
                "cannot read " + missing + " (transport.tls.certificate): there is no such file");
        assertUnusable(
                new TlsSettings(good.certificate(), other.key(), good.trusted(), Set.of()),
                other.key() + " (transport.tls.key) is not the key of the first certificate in " + good.certificate());
        assertUnusable(
                new TlsSettings(good.key(), good.key(), good.trusted(), Set.of()),
                good.key() + " (transport.tls.certificate) has no '-----BEGIN CERTIFICATE-----'");
        assertUnusable(
                new TlsSettings(good.certificate(), good.certificate(), good.trusted(), Set.of()),
                good.certificate() + " (transport.tls.key) has 0 times '-----BEGIN PRIVATE KEY-----'");
        Path encrypted = Files.writeString(directory.resolve("e.key"), "-----BEGIN ENCRYPTED PRIVATE KEY-----\n");
        assertUnusable(
                new TlsSettings(good.certificate(), encrypted, good.trusted(), Set.of()),
                encrypted + " (transport.tls.key) is encrypted");
        Path cut = directory.resolve("cut.crt");
        String text = Files.readString(good.trusted());
        Files.writeString(cut, text.substring(0, text.length() / 2));
        assertUnusable(
                new TlsSettings(good.certificate(), good.key(), cut, Set.of()),
                cut + " (transport.tls.trusted) ends before");
        Files.writeString(cut, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
        assertUnusable(
                new TlsSettings(good.certificate(), good.key(), cut, Set.of()),
                cut + " (transport.tls.trusted) has a certificate that cannot be read");
        Path garbage = Files.writeString(
                directory.resolve("g.key"), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n");
        assertUnusable(
                new TlsSettings(good.certificate(), garbage, good.trusted(), Set.of()),
                garbage + " (transport.tls.key) is not a key of the kind of its certificate, which is EC");
    }

    private static void assertUnusable(TlsSettings settings, String message) {
        assertThatThrownBy(() -> worker("w", settings))
                .isInstanceOf(TransportException.class)
                .hasMessageStartingWith(message)
                .message()
                .doesNotContain("\n");
    }
}
