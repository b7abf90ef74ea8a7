// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.blob.Replicator.Copies;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loop's passes are steps of the test, and callers do not wait. */
class ReplicatorTest {

    private static final String JAR = Digest.of(new byte[1]);
    private static final String TOPOLOGY = Digest.of(new byte[2]);
    private static final List<String> BOTH = List.of(TOPOLOGY, JAR);

    @TempDir
    Path directory;

    private final List<Keeper> keepers = new ArrayList<>();
    private final List<String> asked = new ArrayList<>();
    private long nowMillis;
    private BlobStore store;
    private Replicator replicator;

    /** A node whose answers the test sets. */
    private final class Keeper implements BlobKeeper {
        private final String name;
        private final boolean elsewhere;
        private boolean here;
        private Exception failure;

        Keeper(String name, boolean elsewhere) {
            this.name = name;
            this.elsewhere = elsewhere;
            keepers.add(this);
        }

        @Override
        public boolean elsewhere() {
            return elsewhere;
        }

        @Override
        public boolean keep(String digest) throws IOException {
            asked.add(name);
            if (failure instanceof IOException silent) {
                nowMillis += 3_000;
                throw silent;
            }
            if (failure instanceof RuntimeException refused) {
                throw refused;
            }
            return here;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @BeforeEach
    void start() {
        store = new BlobStore(directory.resolve("blobs"), 8 << 20, Clock.systemUTC());
        replicator = new Replicator(store, () -> keepers, () -> {}, 0, () -> nowMillis);
    }

    @Test
    void copiesAreUnderWayUntilAnotherMachineHasThem() {
        Keeper follower = new Keeper("follower", true);
        new Keeper("supervisor", true);

        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.UNDER_WAY);
        passes(3);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.UNDER_WAY);
        follower.here = true;
        passes(1);

        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_TWO_MACHINES);
        assertThat(asked).containsOnly("follower");
    }

    /** This is within the minute for which a settled copy is remembered. */
    @Test
    void aCopyOnANodeThatIsGoneDoesNotCount() {
        Keeper first = new Keeper("first", true);
        Keeper second = new Keeper("second", true);
        first.here = true;
        replicator.replicate(BOTH);
        passes(1);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_TWO_MACHINES);

        keepers.remove(first);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.UNDER_WAY);
        second.here = true;
        passes(1);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_TWO_MACHINES);
        assertThat(asked).endsWith("second");
    }

    @Test
    void aNodeOnThisMachineIsAskedOnlyIfThereIsNoOther() {
        new Keeper("here", false).here = true;
        new Keeper("elsewhere", true).here = true;

        replicator.replicate(BOTH);
        passes(1);

        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_TWO_MACHINES);
        assertThat(asked).containsOnly("elsewhere");

        keepers.remove(1);
        String third = Digest.of(new byte[3]);
        replicator.replicate(List.of(third));
        passes(1);
        assertThat(replicator.replicate(List.of(third))).isEqualTo(Copies.ON_ONE_MACHINE);
        assertThat(asked).endsWith("here");
    }

    @Test
    void oneMachineIsEnoughIfThereIsOnlyOne() {
        replicator.replicate(BOTH);
        passes(1);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_ONE_MACHINE);

        new Keeper("here", false).failure = new ClusterException(Reason.FAILED, "disk full");
        String third = Digest.of(new byte[3]);
        replicator.replicate(List.of(third));
        passes(2);
        assertThat(replicator.replicate(List.of(third))).isEqualTo(Copies.ON_ONE_MACHINE);

        new Keeper("elsewhere", true).here = true;
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.UNDER_WAY);
        passes(1);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_TWO_MACHINES);
    }

    @Test
    void whoeverDoesNotAnswerOrRefusesIsFollowedByTheNextAndAskedLastForTheNextFile() {
        new Keeper("silent", true).failure = new IOException("timed out");
        new Keeper("full", true).failure = new ClusterException(Reason.FAILED, "disk full");
        new Keeper("not millrace", true).failure = new IllegalStateException("not JSON");
        new Keeper("good", true).here = true;

        replicator.replicate(List.of(JAR));
        passes(4);
        assertThat(replicator.replicate(List.of(JAR))).isEqualTo(Copies.ON_TWO_MACHINES);
        replicator.replicate(List.of(TOPOLOGY));
        passes(1);

        assertThat(replicator.replicate(List.of(TOPOLOGY))).isEqualTo(Copies.ON_TWO_MACHINES);
        assertThat(asked).containsExactly("silent", "full", "not millrace", "good", "good");
    }

    @Test
    void aNodeThatNeverEndsIsFollowedByTheNext() {
        new Keeper("endless", true);
        new Keeper("good", true).here = true;

        replicator.replicate(List.of(JAR));
        passes(1);
        nowMillis += 60_000;
        passes(2);

        assertThat(replicator.replicate(List.of(JAR))).isEqualTo(Copies.ON_TWO_MACHINES);
    }

    /** The machine fetches one file after the other, so a small one may wait for large ones before it. */
    @Test
    void theOnlyOtherMachineMayTakeAsLongAsAllFilesTogetherNeed() throws Exception {
        Keeper slow = new Keeper("slow", true);
        byte[] large = new byte[8 << 20];
        store.put(Digest.of(large), new ByteArrayInputStream(large));
        List<String> files = List.of(JAR, Digest.of(large));

        replicator.replicate(files);
        passes(1);
        nowMillis += 60_000;
        passes(1);
        slow.here = true;
        passes(1);

        assertThat(replicator.replicate(files)).isEqualTo(Copies.ON_TWO_MACHINES);
        assertThat(asked).hasSize(6);
    }

    /** Success would promise that the files survive the loss of this machine. */
    @Test
    void aSubmissionIsRefusedIfAnotherMachineIsUpAndNoneKeepsTheFiles() {
        Keeper full = new Keeper("full", true);
        full.failure = new ClusterException(Reason.FAILED, "disk full");
        new Keeper("here", false).here = true;

        replicator.replicate(BOTH);
        passes(10);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.UNDER_WAY);
        nowMillis += 6_000;
        passes(10);

        assertThatThrownBy(() -> replicator.replicate(BOTH))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("(full: disk full)");
        assertThat(asked).doesNotContain("here");

        full.failure = null;
        full.here = true;
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.UNDER_WAY);
        passes(1);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_TWO_MACHINES);
    }

    /** The machine may have started just now, so that it does not know the leader yet. */
    @Test
    void theOnlyOtherMachineIsAskedAgainForSomeSeconds() {
        Keeper started = new Keeper("started", true);
        started.failure = new ClusterException(Reason.FAILED, "no other node is up");

        replicator.replicate(BOTH);
        passes(5);
        started.failure = null;
        started.here = true;
        passes(2);

        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_TWO_MACHINES);
    }

    /** The keeper protects the copy from clean-up for a limited time, and may be gone. */
    @Test
    void anOldCopyIsNotReliedOn() {
        Keeper follower = new Keeper("follower", true);
        follower.here = true;
        replicator.replicate(BOTH);
        passes(1);
        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.ON_TWO_MACHINES);

        nowMillis += 120_000;
        passes(1);

        assertThat(replicator.replicate(BOTH)).isEqualTo(Copies.UNDER_WAY);
    }

    private void passes(int count) {
        for (int i = 0; i < count; i++) {
            replicator.pass();
        }
    }
}
