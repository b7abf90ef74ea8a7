// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZooKeeperTlsTest {

    @TempDir
    Path directory;

    @Test
    void withoutAnAuthorityThereIsNoEncryption() {
        assertThat(ZooKeeperTls.of(Config.empty())).isEmpty();
        assertThat(ZooKeeperTls.forWorkers(Config.empty())).isEmpty();
        assertWrong(
                Config.empty().with(ClusterKeys.ZOOKEEPER_TLS_CERTIFICATE, "x"),
                "not set: zookeeper.tls.trusted, which zookeeper.tls.certificate needs");
    }

    @Test
    void aFileThatCannotBeUsedIsNamed() throws Exception {
        Path file = directory.resolve("ca.crt");
        Config config = Config.empty().with(ClusterKeys.ZOOKEEPER_TLS_TRUSTED, file.toString());
        assertWrong(config, "zookeeper.tls.trusted is '" + file + "', which cannot be read");
        Files.createFile(file);
        assertWrong(config, "zookeeper.tls.trusted is '" + file + "', which has no certificate");
        Files.writeString(file, "-----BEGIN CERTIFICATE-----\nnonsense\n-----END CERTIFICATE-----\n");
        assertWrong(config, "zookeeper.tls.trusted is '" + file + "', which has a certificate that cannot be read");
    }

    private static void assertWrong(Config config, String message) {
        assertThatThrownBy(() -> ZooKeeperTls.of(config))
                .isInstanceOf(TopologyException.class)
                .hasMessageStartingWith(message);
    }
}
