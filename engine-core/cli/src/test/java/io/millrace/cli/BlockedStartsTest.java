// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.model.TopologyDescription;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlockedStartsTest {

    private static final String NO_ROOM = "w2 on local: cannot start: /dev/shm/x (ipc.dir) has 900 KiB free, a worker"
            + " needs 8192 KiB: remove what fills it, or set another ipc.dir";

    private final BlockedStarts starts = new BlockedStarts();
    private final FakeCluster cluster = new FakeCluster();

    /** Returns a description of a topology whose worker is not up. */
    private TopologyDescription described(String... problems) {
        cluster.runs = true;
        cluster.submissions.put("words", null);
        cluster.problems = List.of(problems);
        return cluster.describe("words");
    }

    @Test
    void aWorkerWithoutRoomEndsTheCommandIfItLasts() {
        for (int i = 1; i < BlockedStarts.MOST; i++) {
            assertThat(starts.look(described("waits for a slot", NO_ROOM))).isEmpty();
        }
        assertThat(starts.look(described("waits for a slot", NO_ROOM))).contains(NO_ROOM);
    }

    @Test
    void aTopologyThatHasRunIsWaitedFor() {
        described();
        cluster.runs = false;
        assertThat(starts.look(cluster.describe("words"))).isEmpty();
        for (int i = 0; i < 10 * BlockedStarts.MOST; i++) {
            assertThat(starts.look(described(NO_ROOM))).isEmpty();
        }
    }

    @Test
    void roomThatBecomesFreeIsWaitedFor() {
        for (int i = 0; i < 10 * BlockedStarts.MOST; i++) {
            assertThat(i % 10 == 0 ? starts.look(described("waits for a slot")) : starts.look(described(NO_ROOM)))
                    .isEmpty();
        }
    }
}
