// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.grouping;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TaskSetTest {

    @Test
    void tasksOfAComponentMayBeInTwoRuns() {
        TaskSet set = new TaskSet(List.of(List.of(3, 4, 9, 10), List.of(6), List.of(1, 12)));

        assertThat(set.size()).isEqualTo(7);
        assertThat(IntStream.range(0, 7).map(set::task)).containsExactly(3, 4, 9, 10, 6, 1, 12);
        for (int i = 0; i < set.size(); i++) {
            assertThat(set.indexOf(set.task(i))).isEqualTo(i);
        }
        assertThat(IntStream.of(0, 2, 5, 7, 8, 11, 13).map(set::indexOf)).containsOnly(-1);
        assertThat(new TaskSet(List.of()).indexOf(0)).isEqualTo(-1);
    }
}
