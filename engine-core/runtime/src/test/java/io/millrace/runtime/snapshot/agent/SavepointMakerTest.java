// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.runtime.snapshot.Pointer;
import io.millrace.runtime.snapshot.RecordingPort;
import io.millrace.runtime.snapshot.SnapshotMessage.Broken;
import io.millrace.runtime.snapshot.Term;
import io.millrace.runtime.snapshot.savepoint.SavepointOrder;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SavepointMakerTest {

    private static final long LONG = 3_600 * RecordingPort.SECOND;

    private final RecordingPort port =
            new RecordingPort(Pointer.NONE, RecordingPort.settings(LONG, 0, 3, -1, false), "a").run("a");
    private final SavepointMaker maker = new SavepointMaker(
            null,
            null,
            new CoordinatorStores(null, null, null, getClass().getClassLoader()),
            new Term(3, 1),
            port.coordinator,
            port.history);

    @Test
    void aSnapshotThatWasGivenUpIsAskedForOnceWhateverElseChanges() {
        maker.order(new SavepointOrder("r", "file:/nowhere", Map.of()), result -> {});
        maker.doWork(port.now);
        assertThat(port.sent).containsExactly("a#1 Trigger 1 aligned");
        port.coordinator.onMessage(new Broken(1, "a", 1, "its connection to b was lost"), port.now);
        maker.doWork(port.now);
        port.snapshot(2, "a");
        assertThat(port.coordinator.nextSnapshotId())
                .as("the third is under way")
                .isEqualTo(4);
        for (int second = 10; second < 13; second++) {
            port.history.standsStill("snapshot 3 has not ended for " + second + " s");
            maker.doWork(port.now);
        }
        port.snapshot(3, "a");
        assertThat(port.coordinator.nextSnapshotId()).isEqualTo(4);
    }
}
