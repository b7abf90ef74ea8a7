package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JvmLauncherTest {

    @Test
    void takesTheSerialCollectorUnlessTheTopologyChoosesOne() {
        assertThat(JvmLauncher.withCollector("")).containsExactly("-XX:+UseSerialGC");
        assertThat(JvmLauncher.withCollector(" -Da=b  -XX:+UseNUMA "))
                .containsExactly("-XX:+UseSerialGC", "-Da=b", "-XX:+UseNUMA");
        // The JVM does not start with two
        assertThat(JvmLauncher.withCollector("-Da=b -XX:+UseZGC")).containsExactly("-Da=b", "-XX:+UseZGC");
    }
}
