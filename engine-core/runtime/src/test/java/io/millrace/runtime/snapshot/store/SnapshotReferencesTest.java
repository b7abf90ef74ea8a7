// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Blocks that have not changed since an earlier snapshot. */
class SnapshotReferencesTest extends SteppedWriter {

    /** Returns a text long enough that an object with a third of its blocks is not sparse. */
    private static String big(String text) {
        return text.repeat(500);
    }

    @Test
    void unchangedBlocksReferToTheLastCommittedSnapshot() throws IOException {
        snapshot(1, 0, Map.of(3, big("a1"), 5, big("b1"), 7, big("c1")));
        writer.committed(1);
        snapshot(2, 1, Map.of(3, "", 5, big("b2"), 7, ""));
        // The third is written before the second is committed, and the second never is
        snapshot(3, 1, Map.of(3, "", 5, big("b3"), 7, big("c3")));
        writer.abort(2);
        writer.committed(3);
        snapshot(4, 3, Map.of(3, "", 5, "", 7, ""));

        assertThat(content(2))
                .isEqualTo(Map.of(
                        "count PARTITION 3",
                        big("a1"),
                        "count PARTITION 5",
                        big("b2"),
                        "count PARTITION 7",
                        big("c1")));
        assertThat(content(4))
                .isEqualTo(Map.of(
                        "count PARTITION 3",
                        big("a1"),
                        "count PARTITION 5",
                        big("b3"),
                        "count PARTITION 7",
                        big("c3")));
        assertThat(parts.get(4L).references()).containsExactly(part(1), part(3));
        nothingIsLeftOpen();
    }

    /** Half of the partitions change always, the others in turns and seldom: no object may be kept for one of them. */
    @Test
    void whatIsStillNeededOfASparseObjectIsTakenOver() throws IOException {
        Map<Integer, String> state = new TreeMap<>();
        for (int id = 1; id <= 200; id++) {
            Map<Integer, String> blocks = new TreeMap<>();
            for (int p = 0; p < 32; p++) {
                boolean changed = id == 1 || p < 16 || id % 20 == p;
                if (changed) {
                    state.put(p, big("p" + p + "-" + id));
                }
                blocks.put(p, changed ? state.get(p) : "");
            }
            snapshot(id, id - 1, blocks);
            writer.committed(id);
        }
        assertThat(heard).hasSize(200).allMatch(line -> line.endsWith(" written"));
        Map<String, String> expected = new TreeMap<>();
        state.forEach((p, text) -> expected.put("count PARTITION " + p, text));
        assertThat(content(200)).isEqualTo(expected);
        long needed = state.values().stream().mapToLong(String::length).sum();
        long kept =
                parts.get(200L).references().stream().mapToLong(store::length).sum();
        assertThat(kept).isPositive().isLessThan(needed * SparseObjects.MOST_TIMES);
        long all = parts.values().stream().mapToLong(WorkerPart::bytes).sum();
        assertThat(all).as("bytes of all 200 snapshots").isLessThan(200 * needed * 3 / 4);
    }

    /** One partition changes with each snapshot, so that each object is needed whole for long. */
    @Test
    void aSnapshotRefersToFewObjects() throws IOException {
        int partitions = 256;
        Map<String, String> expected = new TreeMap<>();
        long copied = 0;
        for (int id = 1; id <= 2 * partitions; id++) {
            Map<Integer, String> blocks = new TreeMap<>();
            for (int p = 0; p < partitions; p++) {
                boolean changed = id == 1 || id % partitions == p;
                // The text is longer than the index, so that no object is sparse
                blocks.put(p, changed ? big("01234567890123456789") + p + "-" + id : "");
                if (changed) {
                    expected.put("count PARTITION " + p, blocks.get(p));
                }
            }
            snapshot(id, id - 1, blocks);
            writer.committed(id);
            assertThat(parts.get((long) id).references()).hasSizeLessThanOrEqualTo(SparseObjects.MOST_OBJECTS);
            copied += written(id) - 1;
        }
        assertThat(content(2 * partitions)).isEqualTo(expected);
        assertThat(copied).as("blocks that were taken over").isLessThan(2 * partitions * 8);
    }

    /** Returns how many blocks the object of a snapshot holds itself. */
    private long written(long id) throws IOException {
        return new SnapshotFileReader(store)
                .index(parts.get(id)).values().stream()
                        .filter(location -> location.object().equals(part(id)))
                        .count();
    }

    @Test
    void anEarlierObjectThatCannotBeTakenOverFailsTheSnapshotWithItsName() {
        snapshot(1, 0, Map.of(3, big("a1"), 5, big("b1"), 7, "c1"));
        writer.committed(1);
        store.objects.remove(part(1));
        snapshot(2, 1, Map.of(3, big("a2"), 5, big("b2"), 7, ""));
        assertThat(heard.get(1))
                .startsWith("1/2 failed: part of worker w1: snapshot object '" + part(1) + "' is missing");
        assertThat(store.objects).isEmpty();
        nothingIsLeftOpen();
    }

    @Test
    void aTaskThatHasNotHeardOfTheLastCommitIsUnderstood() throws IOException {
        snapshot(1, 0, Map.of(3, "a1", 5, "b1"));
        writer.committed(1);
        snapshot(2, 1, Map.of(3, "", 5, "b2"));
        writer.committed(2);
        snapshot(3, 1, Map.of(3, "", 5, "b3"));
        assertThat(content(3)).isEqualTo(Map.of("count PARTITION 3", "a1", "count PARTITION 5", "b3"));
    }

    @Test
    void commitsThatAreLateOrOfOthersChangeNothing() throws IOException {
        snapshot(1, 0, Map.of(3, big("a1"), 5, big("b1")));
        snapshot(2, 0, Map.of(3, big("a2"), 5, big("b2")));
        writer.committed(2);
        writer.committed(1);
        writer.committed(77);
        snapshot(3, 2, Map.of(3, "", 5, big("b3")));
        assertThat(content(3)).isEqualTo(Map.of("count PARTITION 3", big("a2"), "count PARTITION 5", big("b3")));
    }

    /** Otherwise the block of the first snapshot would be restored in the place of the second one's. */
    @Test
    void aTaskThatHasHeardOfACommitBeforeTheWriterFailsTheSnapshot() {
        snapshot(1, 0, Map.of(3, big("a1")));
        writer.committed(1);
        snapshot(2, 1, Map.of(3, big("a2")));
        snapshot(3, 2, Map.of(3, ""));
        assertThat(heard.get(2))
                .isEqualTo(
                        "1/3 failed: task 0 of component 'count': partition 3 of component 'count' has not changed since"
                                + " snapshot 2, but the writer knows of snapshot 1 alone: this is an error of the engine, report"
                                + " it");
    }

    @Test
    void aReferenceToWhatTheWriterDoesNotKnowFailsTheSnapshot() {
        snapshot(1, 0, Map.of(3, "a1"));
        snapshot(2, 1, Map.of(3, ""));
        writer.committed(1);
        snapshot(3, 1, Map.of(4, ""));
        snapshot(4, 0, Map.of(3, ""));
        assertThat(heard.subList(1, 4))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith(
                                        "1/2 failed: task 0 of component 'count': partition 3 of component 'count' has"
                                                + " not changed since snapshot 1, but the writer knows of snapshot 0"),
                        line -> assertThat(line).contains("1/3 failed").contains("which does not contain it"),
                        line -> assertThat(line).contains("1/4 failed").contains("since snapshot 0"));
        nothingIsLeftOpen();
    }
}
