// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Topology;
import io.millrace.cluster.embedded.TestTopologies;
import io.millrace.runtime.codec.WrittenClasses;
import io.millrace.runtime.plan.TaskPlan;
import io.millrace.runtime.snapshot.PublishedManifest;
import io.millrace.runtime.snapshot.store.MemorySnapshotStore;
import io.millrace.runtime.snapshot.store.SnapshotNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ArchiveTest {

    private static final Topology TOPOLOGY = TestTopologies.counting(1, 0);

    private final MemorySnapshotStore store = new MemorySnapshotStore();
    private final SnapshotNames names = new SnapshotNames("t", "t-1");
    private final Archive archive =
            new Archive(store, names, new TaskPlan(TOPOLOGY), 2, () -> 0, "1.0", () -> WrittenClasses.NONE);
    private final List<PublishedManifest> committed = new ArrayList<>();

    private void commit(long id) throws IOException {
        committed.add(0, archive.publish(1, id, List.of()));
        archive.cleanUp(committed, id);
    }

    @Test
    void nothingIsDeletedWhileASavepointIsCopied() throws IOException {
        commit(1);
        commit(2);
        commit(3);
        assertThat(store.list(names.prefix())).hasSize(2);
        archive.hold(true);
        for (long id = 4; id < 10; id++) {
            commit(id);
        }
        assertThat(store.list(names.prefix())).hasSize(8);
        archive.hold(false);
        commit(10);
        assertThat(store.list(names.prefix())).hasSize(2);
    }
}
