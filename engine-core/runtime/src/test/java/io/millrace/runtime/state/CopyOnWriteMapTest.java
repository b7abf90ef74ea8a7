package io.millrace.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class CopyOnWriteMapTest {

    /** Returns one of few hashes, so that entries lie behind each other and around the end of the slots. */
    private static int hash(int key) {
        return (key % 7) * 0x10001 - 3;
    }

    @Test
    void randomChangesAreThoseOfAHashMapAndDoNotReachCopies() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Changes changes = new Changes();
            CopyOnWriteMap table = new CopyOnWriteMap(changes.next());
            Map<Object, Object> model = new HashMap<>();
            CopyOnWriteMap copied = table;
            Map<Object, Object> ofCopied = Map.of();
            int keys = 1 + random.nextInt(60);
            for (int step = 0; step < 400; step++) {
                int key = random.nextInt(keys);
                if (random.nextInt(5) < (step / 100 % 2 == 0 ? 3 : 1)) {
                    assertThat(table.put(hash(key), key, step, changes)).isEqualTo(model.put(key, step));
                } else {
                    CopyOnWriteMap.Entry removed = table.remove(hash(key), key, changes);
                    assertThat(removed == null ? null : removed.value()).isEqualTo(model.remove(key));
                }
                if (random.nextInt(50) == 0) {
                    // The table is copied without a capture, so only removals and new keys are kept from the old one
                    copied = table;
                    ofCopied = new HashMap<>(model);
                    table = table.copy(changes.next());
                }
                assertThat(table.size()).isEqualTo(model.size());
            }
            assertThat(content(table)).isEqualTo(model);
            for (int key = 0; key < keys; key++) {
                CopyOnWriteMap.Entry entry = table.find(hash(key), key);
                assertThat(entry == null ? null : entry.value()).isEqualTo(model.get(key));
            }
            assertThat(content(copied).keySet()).isEqualTo(ofCopied.keySet());
            assertThat(changes.entries()).isEqualTo(model.size());
        }
    }

    @Test
    void slotsFollowTheSize() {
        Changes changes = new Changes();
        CopyOnWriteMap table = new CopyOnWriteMap(changes.next());
        for (int key = 0; key < 10_000; key++) {
            table.put(MapHandle.hash(key), key, key, changes);
        }
        assertThat(table.slots()).isEqualTo(16_384);
        for (int key = 0; key < 9_999; key++) {
            table.remove(MapHandle.hash(key), key, changes);
        }
        assertThat(table.slots()).isLessThan(16);
        assertThat(content(table)).isEqualTo(Map.of(9_999, 9_999));
    }

    private static Map<Object, Object> content(CopyOnWriteMap table) {
        Map<Object, Object> content = new HashMap<>();
        for (int slot = 0; slot < table.slots(); slot++) {
            if (table.at(slot) != null) {
                content.put(table.at(slot).key(), table.at(slot).value());
            }
        }
        return content;
    }
}
