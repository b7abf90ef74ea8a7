package io.millrace.runtime.idle;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.Idle;
import io.millrace.api.config.TopologyKeys;
import org.junit.jupiter.api.Test;

class IdleStrategyTest {

    private static IdleStrategy of(Idle idle) {
        return IdleStrategy.of(Config.empty().with(TopologyKeys.IDLE, idle));
    }

    @Test
    void theKeyNamesTheStrategy() {
        assertThat(of(Idle.SPIN)).isInstanceOf(SpinIdle.class);
        assertThat(of(Idle.PARK)).isInstanceOf(ParkIdle.class);
        assertThat(of(Idle.BACKOFF)).isInstanceOf(BackoffIdle.class);
        assertThat(IdleStrategy.of(Config.empty())).isInstanceOf(BackoffIdle.class);
    }

    @Test
    void spinningLooksForEver() {
        IdleStrategy spin = of(Idle.SPIN);
        for (long now = 0; now < 1_000_000_000; now += 1_000_000) {
            assertThat(spin.idle(now, Long.MAX_VALUE)).isEqualTo(IdleStrategy.LOOK);
        }
    }

    @Test
    void parkingBlocksAtOnceUnlessSomethingIsDue() {
        IdleStrategy park = of(Idle.PARK);
        park.worked();
        assertThat(park.idle(5, Long.MAX_VALUE)).isEqualTo(IdleStrategy.BLOCK);
        assertThat(park.idle(5, 6)).isEqualTo(IdleStrategy.BLOCK);
        assertThat(park.idle(5, 5)).isEqualTo(IdleStrategy.LOOK);
        assertThat(park.alarm(5, 6)).isEqualTo(6);
    }
}
