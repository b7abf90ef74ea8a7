// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.BuffersInputs;
import org.junit.jupiter.api.Test;

class OpenBatchTest {

    private final OpenBatch batch = new OpenBatch();

    /** Otherwise the task would never be idle. */
    @Test
    void anEmptyBatchIsNeverDue() {
        assertThat(batch.deadline()).isEqualTo(BuffersInputs.NEVER);
        batch.add(null, 10, 7);
        assertThat(batch.deadline()).isEqualTo(7);
        assertThat(batch.take()).hasSize(1);
        assertThat(batch.deadline()).isEqualTo(BuffersInputs.NEVER);
        assertThat(batch.bytes()).isZero();
    }

    @Test
    void itIsDueWhenItsFirstTupleIs() {
        batch.add(null, 10, 7);
        batch.add(null, 10, 0);
        assertThat(batch.deadline()).isEqualTo(7);
        assertThat(batch.bytes()).isEqualTo(20);
    }
}
