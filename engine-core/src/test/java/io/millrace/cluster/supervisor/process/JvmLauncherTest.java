package io.millrace.cluster.supervisor.process;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JvmLauncherTest {

    private static final String SERIAL = "-XX:+UseSerialGC";
    private static final String EIGHT = "-XX:ActiveProcessorCount=8";

    @Test
    void takesTheSerialCollectorUnlessTheTopologyChoosesOne() {
        assertThat(JvmLauncher.withDefaults("", 8)).containsExactly(EIGHT, SERIAL);
        assertThat(JvmLauncher.withDefaults(" -Da=b  -XX:+UseNUMA ", 8))
                .containsExactly(EIGHT, SERIAL, "-Da=b", "-XX:+UseNUMA");
        // The JVM does not start with two collectors
        assertThat(JvmLauncher.withDefaults("-Da=b -XX:+UseZGC", 8)).containsExactly(EIGHT, "-Da=b", "-XX:+UseZGC");
    }

    @Test
    void saysHowManyProcessorsThereAreUnlessTheTopologyDoes() {
        assertThat(JvmLauncher.withDefaults("-XX:ActiveProcessorCount=2", 8))
                .containsExactly(SERIAL, "-XX:ActiveProcessorCount=2");
    }
}
