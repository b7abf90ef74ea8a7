// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Eight tasks, of which each has 100 bytes, and 800 in common. */
class OutboxMemoryTest {

    private final OutboxMemory memory = new OutboxMemory(1_600, 8);

    @Test
    void aTaskThatIsAloneGetsItsShareAndAllThatIsCommon() {
        long held = memory.take(0, 600);
        held = memory.take(held, 300);
        assertThat(held).isEqualTo(900);
        assertThatThrownBy(() -> memory.take(900, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "one call emits more than there is room for: the outbox of its task holds 900 B, and another"
                                + " tuple of 1 B would exceed its part of topology.outbox.bytes (1600 B), of which 100 B"
                                + " are its own and half is common to all tasks of the worker: emit less in one call, or raise it");
        assertThat(memory.takenBytes()).isEqualTo(800);
    }

    @Test
    void noTaskIsRefusedWithinItsShareWhateverOthersHold() {
        long other = memory.force(0, 5_000);
        long held = memory.take(0, 60);
        assertThat(memory.take(held, 40)).isEqualTo(100);
        assertThatThrownBy(() -> memory.take(100, 1)).isInstanceOf(IllegalStateException.class);
        memory.give(other, other);
        assertThat(memory.take(100, 1)).isEqualTo(101);
    }

    @Test
    void whatIsGivenBackCanBeTakenAgain() {
        long held = memory.force(0, 100);
        held = memory.take(held, 500);
        held = memory.give(held, 300);
        assertThat(memory.takenBytes()).isEqualTo(200);
        held = memory.give(held, 300);
        assertThat(held).isZero();
        assertThat(memory.takenBytes()).isZero();
        assertThat(memory.take(0, 900)).isEqualTo(900);
    }
}
