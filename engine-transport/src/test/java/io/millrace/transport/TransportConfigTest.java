// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TransportConfigTest {

    private final TransportConfig.Builder builder =
            TransportConfig.builder("c", "t", "w", 1).secret(TestWorker.SECRET);

    @Test
    void hasSoundDefaults() {
        TransportConfig config = builder.build();
        assertThat(config.messages().frameBytes()).isEqualTo(64 << 10);
        assertThat(config.messages().messageMaxBytes()).isEqualTo(64 << 20);
        assertThat(config.controlMaxBytes()).isEqualTo(32 * 1024 - 8);
    }

    @Test
    void namesTheValueAndTheBound() {
        assertThatThrownBy(() -> builder.frameBytes(1 << 20).build())
                .hasMessage("transport.frame.bytes is 1048576: it must be within 4096..65536");
    }

    @Test
    void checksFieldsAgainstEachOther() {
        assertThatThrownBy(() -> builder.windowBytes(1 << 20, 1 << 19).build())
                .hasMessage("transport.window.max.bytes is 524288: it must be within 1048576..1073741824");
        builder.windowBytes(1 << 20, 1 << 21);
        assertThatThrownBy(() -> builder.inboundMemoryBytes(1 << 20).build())
                .hasMessage(
                        "transport.inbound.memory.bytes is 1048576: it must be within 4194304..9223372036854775807");
        builder.inboundMemoryBytes(1 << 22);
        assertThatThrownBy(() -> builder.heartbeat(Duration.ofSeconds(2), Duration.ofSeconds(4))
                        .build())
                .hasMessage(
                        "transport.idle.timeout is PT4S: it must be longer than 2 x transport.heartbeat, which is PT4S");
    }

    @Test
    void refusesAddressesThatCannotBe() {
        assertThatThrownBy(() -> new PeerAddress("h", 0, "w", 1)).hasMessageContaining("within 1..65535");
        assertThatThrownBy(() -> new PeerAddress(" ", 1, "w", 1)).hasMessageContaining("is blank");
    }
}
