package io.millrace.cluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JvmLauncherTest {

    private static final String SERIAL = "-XX:+UseSerialGC";

    @Test
    void takesTheSerialCollectorUnlessTheTopologyChoosesOne() {
        assertThat(JvmLauncher.withDefaults("")).containsExactly(SERIAL);
        assertThat(JvmLauncher.withDefaults(" -Da=b  -XX:+UseNUMA ")).containsExactly(SERIAL, "-Da=b", "-XX:+UseNUMA");
        // The JVM does not start with two
        assertThat(JvmLauncher.withDefaults("-Da=b -XX:+UseZGC")).containsExactly("-Da=b", "-XX:+UseZGC");
    }
}
