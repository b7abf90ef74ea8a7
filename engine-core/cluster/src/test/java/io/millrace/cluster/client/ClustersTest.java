// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.http.HttpTarget.Tokens;
import io.millrace.runtime.settings.ClusterKeys;
import org.junit.jupiter.api.Test;

class ClustersTest {

    @Test
    void theTokenOfChangesGoesWithReadsOnlyIfTheClientIsToldThatTheyNeedOne() {
        Config config = Config.empty();
        assertThat(tokens(config)).isEqualTo(new Tokens("strong", "strong", null));
        assertThat(tokens(config.with(ClusterKeys.REST_READ_PROTECTED, true)))
                .isEqualTo(new Tokens("strong", "strong", "strong"));
        assertThat(tokens(config.with(ClusterKeys.CONTROLLER_ASK_TOKEN, "weak")))
                .isEqualTo(new Tokens("strong", "weak", "weak"));
    }

    private static Tokens tokens(Config config) {
        return Clusters.tokens(config, "strong");
    }
}
