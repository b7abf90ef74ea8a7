// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.runtime.settings.ClusterKeys;
import org.junit.jupiter.api.Test;

class RestTlsTest {

    @Test
    void isOffUnlessSet() {
        assertThat(RestTls.server(Config.empty())).isEmpty();
        assertThat(RestTls.client(Config.empty())).isEmpty();
    }

    @Test
    void aServerNeedsAllFilesOrNone() {
        Config ofClients = Config.empty().with(ClusterKeys.REST_TLS_TRUSTED, "/etc/ca.crt");
        assertThatThrownBy(() -> RestTls.server(ofClients))
                .isInstanceOf(TopologyException.class)
                .hasMessage("not set: rest.tls.certificate, rest.tls.key; other keys of rest.tls are: a controller or"
                        + " supervisor needs certificate, key and trusted, or none of them");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        Config all = Config.empty()
                .with(ClusterKeys.REST_TLS_CERTIFICATE, "/no/node.crt")
                .with(ClusterKeys.REST_TLS_KEY, "/no/node.key")
                .with(ClusterKeys.REST_TLS_TRUSTED, "/no/ca.crt");
        assertThatThrownBy(() -> RestTls.server(all))
                .isInstanceOf(TopologyException.class)
                .hasMessage("cannot read /no/node.crt (rest.tls.certificate): there is no such file");
        assertThatThrownBy(() -> RestTls.client(all))
                .isInstanceOf(TopologyException.class)
                .hasMessage("cannot read /no/ca.crt (rest.tls.trusted): there is no such file");
    }
}
