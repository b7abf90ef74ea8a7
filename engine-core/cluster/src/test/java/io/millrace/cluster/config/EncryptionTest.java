// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class EncryptionTest {

    private final Config all = Config.empty()
            .with(ClusterKeys.TRANSPORT_TLS_CERTIFICATE, "tls/node.crt")
            .with(ClusterKeys.TRANSPORT_TLS_KEY, "~/node.key")
            .with(ClusterKeys.TRANSPORT_TLS_TRUSTED, "/etc/ca.crt");

    @Test
    void isOffUnlessSet() {
        assertThat(Encryption.of(Config.empty())).isNull();
        assertThat(Encryption.forWorkers(Config.empty())).isEmpty();
        Encryption.check(Config.empty());
    }

    @Test
    void takesAllFilesOrNone() {
        Config two = all.with(ClusterKeys.TRANSPORT_TLS_KEY, "");
        assertThatThrownBy(() -> Encryption.of(two))
                .isInstanceOf(TopologyException.class)
                .hasMessage("not set: transport.tls.key; other keys of transport.tls are: set certificate, key and"
                        + " trusted, or none of them");
        Config onlyNames = Config.empty().with(ClusterKeys.TRANSPORT_TLS_ALLOWED, "a");
        assertThatThrownBy(() -> Encryption.check(onlyNames))
                .hasMessageStartingWith(
                        "not set: transport.tls.certificate, transport.tls.key, transport.tls.trusted; other");
    }

    @Test
    void workersGetThePathsWhateverDirectoryTheyRunIn() {
        Config named = all.with(ClusterKeys.TRANSPORT_TLS_ALLOWED, " a.example , 10.0.0.1,");
        Config worker = Config.of(Encryption.forWorkers(named));
        assertThat(worker.get(ClusterKeys.TRANSPORT_TLS_CERTIFICATE))
                .isEqualTo(Path.of("tls/node.crt").toAbsolutePath().toString());
        assertThat(Encryption.of(worker)).isEqualTo(Encryption.of(named));
        assertThat(Encryption.of(worker).key()).isEqualTo(Path.of(System.getProperty("user.home"), "node.key"));
        assertThat(Encryption.of(worker).allowedNames()).containsExactlyInAnyOrder("a.example", "10.0.0.1");
    }

    @Test
    void aFileThatIsNotThereIsNamedBeforeAnyWorkerStarts() {
        assertThatThrownBy(() -> Encryption.check(all))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("tls/node.crt (transport.tls.certificate): there is no such file");
    }
}
