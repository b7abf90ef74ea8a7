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

    @Test
    void theTokenOfReadsGoesWithReadsAndWithTheRestIfThereIsNoOther() {
        Config config = Config.empty().with(ClusterKeys.CONTROLLER_READ_TOKEN, "reads");
        assertThat(tokens(config)).isEqualTo(new Tokens("strong", "strong", "reads"));
        assertThat(tokens(config.with(ClusterKeys.CONTROLLER_ASK_TOKEN, "weak")))
                .isEqualTo(new Tokens("strong", "weak", "reads"));
        assertThat(Clusters.tokens(config, null)).isEqualTo(new Tokens("reads", "reads", "reads"));
        assertThat(Clusters.tokens(config.with(ClusterKeys.CONTROLLER_ASK_TOKEN, "weak"), null))
                .isEqualTo(new Tokens("reads", "weak", "reads"));
    }

    private static Tokens tokens(Config config) {
        return Clusters.tokens(config, "strong");
    }
}
