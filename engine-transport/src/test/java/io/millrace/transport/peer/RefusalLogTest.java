// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.transport.RefusalCause;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class RefusalLogTest {

    private long now = 1;
    private final RefusalLog log = new RefusalLog(() -> now);

    private boolean isNews(RefusalCause cause, String host, int port) {
        return log.isNews(cause, InetSocketAddress.createUnresolved(host, port));
    }

    @Test
    void aCauseOfAHostIsNewsOnceInTenMinutes() {
        assertThat(isNews(RefusalCause.UNPROVEN, "h", 1)).isTrue();
        assertThat(isNews(RefusalCause.UNPROVEN, "h", 2)).isFalse();
        assertThat(isNews(RefusalCause.VERSION, "h", 2)).isTrue();
        now += RefusalLog.SILENCE_NANOS - 1;
        assertThat(isNews(RefusalCause.UNPROVEN, "h", 3)).isFalse();
        now++;
        assertThat(isNews(RefusalCause.UNPROVEN, "h", 3)).isTrue();
    }

    @Test
    void manyHostsDoNotFillTheLog() {
        int lines = 0;
        for (int host = 0; host < 10_000; host++) {
            lines += isNews(RefusalCause.UNPROVEN, "h" + host, 1) ? 1 : 0;
        }
        assertThat(lines).isEqualTo(RefusalLog.MOST);
        now += RefusalLog.SILENCE_NANOS;
        assertThat(isNews(RefusalCause.UNPROVEN, "h9999", 1)).isTrue();
    }
}
