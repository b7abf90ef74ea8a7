// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.tls;

import io.millrace.transport.TlsSettings;
import io.millrace.transport.Transport;
import io.millrace.transport.TransportConfig;
import io.millrace.transport.tcp.TransportTest;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract of {@link Transport} holds when everything is encrypted. */
class TlsTransportTest extends TransportTest {

    @TempDir
    private static Path directory;

    private static TlsSettings tls;

    @BeforeAll
    static void writeCertificates() {
        tls = TestCertificates.settings(directory, "node", "ca");
    }

    /** Returns some hundred TLS records: without the second compiler the JDK's cipher takes seconds for the default. */
    @Override
    protected int largestBytes() {
        return 4 << 20;
    }

    @Override
    protected TransportConfig.Builder settings(TransportConfig.Builder builder) {
        return builder.tls(tls);
    }
}
