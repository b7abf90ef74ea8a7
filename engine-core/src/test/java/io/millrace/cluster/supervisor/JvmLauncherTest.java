package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JvmLauncherTest {

    @Test
    void takesTheParallelCollectorUnlessTheTopologyChoosesOne() {
        assertThat(JvmLauncher.withCollector("")).containsExactly("-XX:+UseParallelGC");
        assertThat(JvmLauncher.withCollector(" -Da=b  -XX:+UseNUMA "))
                .containsExactly("-XX:+UseParallelGC", "-Da=b", "-XX:+UseNUMA");
        // The JVM does not start with two
        assertThat(JvmLauncher.withCollector("-Da=b -XX:+UseZGC")).containsExactly("-Da=b", "-XX:+UseZGC");
    }
}
