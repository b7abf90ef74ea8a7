// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.cluster.Await;
import io.millrace.cluster.Certificates;
import io.millrace.cluster.TestCluster;
import io.millrace.cluster.launch.LaunchSpec;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.settings.ClusterKeys;
import io.millrace.runtime.worker.PeerEndpoint;
import io.millrace.transport.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with certificates: their workers get the settings and talk to each other with them. */
@Timeout(120)
@ExtendWith(Diagnosis.class)
class EncryptedNodesIT {

    private static final Duration MOST = Duration.ofSeconds(40);

    @TempDir
    Path directory;

    @AutoClose
    private TestCluster daemons;

    private KeyStore keys;

    @BeforeEach
    void start() throws Exception {
        Certificates certificates = new Certificates(directory).authority("ca");
        TlsSettings tls = certificates.node("node", "ca", "ca");
        keys = certificates.keys();
        daemons = TestCluster.start(
                directory,
                Config.empty()
                        .with(ClusterKeys.SUPERVISOR_SLOTS, 1)
                        .with(
                                ClusterKeys.TRANSPORT_TLS_CERTIFICATE,
                                tls.certificate().toString())
                        .with(ClusterKeys.TRANSPORT_TLS_KEY, tls.key().toString())
                        .with(ClusterKeys.TRANSPORT_TLS_TRUSTED, tls.trusted().toString())
                        .with(ClusterKeys.TRANSPORT_TLS_ALLOWED, "127.0.0.1"),
                "n1",
                "n2");
    }

    @Tag("long")
    @Test
    void aTopologyThatSpansThemRuns() throws Exception {
        daemons.submit(
                "numbers", TestTopologies.counting(1_000_000, 5), Config.empty().with(TopologyKeys.WORKERS, 2));
        Await.until(
                "acks over the wire",
                MOST,
                () -> daemons.client().list().get(0).workersUp() == 2 && daemons.acked("numbers") > 0);
        List<PeerEndpoint> workers = endpoints();
        assertThat(workers).hasSize(2);
        for (PeerEndpoint worker : workers) {
            assertThat(certificateAt(worker.host(), worker.port())).isEqualTo("CN=node");
        }
    }

    private List<PeerEndpoint> endpoints() throws IOException {
        List<PeerEndpoint> found = new ArrayList<>();
        for (Path file : daemons.files(LaunchSpec.ENDPOINT_FILE)) {
            found.add(Json.read(Files.readAllBytes(file), PeerEndpoint.class));
        }
        return found;
    }

    private String certificateAt(String host, int port) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", keys.getCertificate("ca"));
        TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        try (SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(host, port)) {
            socket.setSoTimeout((int) MOST.toMillis());
            socket.startHandshake();
            X509Certificate certificate = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            return certificate.getSubjectX500Principal().getName();
        }
    }
}
