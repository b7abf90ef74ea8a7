// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class JvmLauncherTest {

    private static final String SERIAL = "-XX:+UseSerialGC";

    @Test
    void aWorkerHasNoTokenAndNoSettingOfItsSupervisor() {
        assertThat(JvmLauncher.withoutSettings(Map.of(
                        "PATH", "/bin",
                        "AWS_SECRET_ACCESS_KEY", "of the topology's store",
                        "MILLRACE_CDS", "archive",
                        "MILLRACE_CONTROLLER_TOKEN", "hidden",
                        "MILLRACE_CONTROLLER_ASK_TOKEN", "hidden",
                        "MILLRACE_ZOOKEEPER_AUTH", "me:hidden",
                        "MILLRACE_NODE_HOST", "a",
                        "MILLRACE_DEPLOY_PASSWORD", "hidden")))
                .containsOnlyKeys("PATH", "AWS_SECRET_ACCESS_KEY", "MILLRACE_CDS");
    }

    @Test
    void takesTheSerialCollectorUnlessTheTopologyChoosesOne() {
        assertThat(JvmLauncher.withDefaults("")).containsExactly(SERIAL);
        assertThat(JvmLauncher.withDefaults(" -Da=b  -XX:+UseNUMA ")).containsExactly(SERIAL, "-Da=b", "-XX:+UseNUMA");
        // The JVM does not start with two collectors
        assertThat(JvmLauncher.withDefaults("-Da=b -XX:+UseZGC")).containsExactly("-Da=b", "-XX:+UseZGC");
    }
}
