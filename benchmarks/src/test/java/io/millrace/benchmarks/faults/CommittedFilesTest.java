// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommittedFilesTest {

    @TempDir
    private Path directory;

    @TempDir
    private Path other;

    @Test
    void whatIsCommittedTwiceIsCountedOnceAndWhatIsNotIsRemovedByTheNextGeneration() throws IOException {
        Tally tally = Tally.create(other.resolve("tally"), 10, 10);
        for (int i = 0; i < 3; i++) {
            tally.raise(0, i);
        }
        CommittedFiles first = new CommittedFiles(directory, 0, 1);
        String committed = first.prepare(7, List.of(0, 0, 0, 1));
        String lost = first.prepare(8, List.of(0, 2));
        assertThat(first.commit(committed)).isEqualTo(2);
        assertThat(first.commit(committed)).as("again").isZero();
        CommittedFiles.count(directory, tally);
        assertThat(tally.count()).isEqualTo(new Tally.Count(3, 2, 0, 1));

        String later = new CommittedFiles(directory, 0, 2).prepare(9, List.of(0, 2));
        CommittedFiles ofOtherTask = new CommittedFiles(directory, 1, 2);
        ofOtherTask.removeEarlier();
        CommittedFiles second = new CommittedFiles(directory, 0, 2);
        second.removeEarlier();
        assertThat(first.commit(lost)).as("by one that was believed dead").isZero();
        assertThat(second.commit(later)).isEqualTo(1);
        CommittedFiles.count(directory, tally);
        assertThat(tally.count().isComplete()).isTrue();
        assertThat(tally.count().repeated()).isZero();
    }
}
