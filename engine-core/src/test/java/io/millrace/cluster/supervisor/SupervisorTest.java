package io.millrace.cluster.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.cluster.Wakeup;
import io.millrace.cluster.registry.ClusterView;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SupervisorTest {

    private static final ClusterView EMPTY = new ClusterView(Optional.empty(), new TreeMap<>(), new TreeMap<>());

    private long now = -5_000;

    @Test
    void oneWithoutWorkersLooksOnceASecond() {
        // Nothing is asked of the registry and of the node without workers
        Supervisor idle = new Supervisor("n1", "cluster", Config.empty(), null, null, new Wakeup(), () -> now);
        for (int second = 0; second < 5; second++) {
            assertThat(idle.pass(EMPTY)).isEqualTo(1_000);
            now += 1_000;
        }
        assertThat(idle.finishing()).isEmpty();
    }
}
