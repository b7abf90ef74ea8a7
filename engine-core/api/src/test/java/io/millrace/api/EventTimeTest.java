// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class EventTimeTest {

    @Test
    void aTimeIsALongOrAnInstant() {
        assertThat(EventTime.millis("time", 5L)).isEqualTo(5);
        assertThat(EventTime.millis("time", Instant.parse("1969-12-31T23:59:59.999Z")))
                .isEqualTo(-1);
        assertThat(EventTime.millis("time", Instant.parse("9999-01-01T00:00:00Z")))
                .isEqualTo(253_370_764_800_000L);
    }

    @Test
    void whatIsNoneIsSaidInOneLine() {
        assertThatThrownBy(() -> EventTime.millis("time", null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the event time, field 'time', is null: emit a long of milliseconds since 1970, or an"
                        + " Instant");
        assertThatThrownBy(() -> EventTime.millis("time", 5))
                .hasMessageContaining("field 'time', is of java.lang.Integer");
        for (Object far : new Object[] {Long.MIN_VALUE, Long.MAX_VALUE, Instant.MIN, Instant.MAX}) {
            assertThatThrownBy(() -> EventTime.millis("time", far))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("the event time, field 'time', is " + far + ": emit milliseconds since 1970");
        }
    }

    @Test
    void aDurationBeyondALongIsOneThatIsRefusedLater() {
        EventTime least = EventTime.of("time", Duration.ofSeconds(Long.MIN_VALUE), Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(least.latenessMillis()).isEqualTo(Long.MIN_VALUE);
        assertThat(least.idleMillis()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aPartOfAMillisecondIsOne() {
        EventTime brief = EventTime.of("time", Duration.ZERO, Duration.ofNanos(5));
        assertThat(brief.latenessMillis()).isZero();
        assertThat(brief.idleMillis()).as("0 would be never").isEqualTo(1);
    }
}
