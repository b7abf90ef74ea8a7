// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
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
            CopyOnWriteMap copied = CopyOnWriteMap.EMPTY;
            Map<Object, Object> ofCopied = Map.of();
            int keys = 1 + random.nextInt(60);
            for (int step = 0; step < 400; step++) {
                int key = random.nextInt(keys);
                if (random.nextInt(5) < (step / 100 % 2 == 0 ? 3 : 1)) {
                    assertThat(table.put(hash(key), key, step, changes)).isEqualTo(model.put(key, step));
                } else {
                    assertThat(remove(table, key, changes)).isEqualTo(model.remove(key));
                }
                if (random.nextInt(50) == 0) {
                    copied = table;
                    ofCopied = new HashMap<>(model);
                    table = table.copy(changes.next());
                }
                assertThat(table.size()).isEqualTo(model.size());
            }
            assertThat(content(table)).isEqualTo(model);
            for (int key = 0; key < keys; key++) {
                int slot = table.find(hash(key), key);
                assertThat(slot < 0 ? null : table.value(slot)).isEqualTo(model.get(key));
            }
            assertThat(content(copied)).isEqualTo(ofCopied);
            assertThat(changes.entries()).isEqualTo(model.size());
        }
    }

    private static Object remove(CopyOnWriteMap table, int key, Changes changes) {
        int slot = table.find(hash(key), key);
        if (slot < 0) {
            return null;
        }
        Object value = table.value(slot);
        table.remove(slot, changes);
        return value;
    }

    @Test
    void valuesAreOwnOnceTheyAreSetInACopy() {
        Changes changes = new Changes();
        CopyOnWriteMap table = new CopyOnWriteMap(changes.next());
        for (int key = 0; key < 3; key++) {
            table.put(hash(key), key, key, changes);
            assertThat(table.isShared(table.find(hash(key), key), changes)).isFalse();
        }
        HeapCapture capture = new HeapCapture("words", changes, 0, List.of(), new AtomicLongArray(Changes.BLOCKS));
        changes.captured(capture);
        assertThat(table.isShared(table.find(hash(0), 0), changes)).isTrue();
        CopyOnWriteMap copy = table.copy(changes.next());
        copy.set(copy.find(hash(1), 1), "own");
        for (int key = 3; key < 10; key++) {
            copy.put(hash(key), key, key, changes);
        }
        for (int key = 0; key < 10; key++) {
            assertThat(copy.isShared(copy.find(hash(key), key), changes)).isEqualTo(key == 0 || key == 2);
        }
        capture.release();
        assertThat(copy.isShared(copy.find(hash(0), 0), changes)).isFalse();
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
            table.remove(table.find(MapHandle.hash(key), key), changes);
        }
        assertThat(table.slots()).isLessThan(16);
        assertThat(content(table)).isEqualTo(Map.of(9_999, 9_999));
    }

    private static Map<Object, Object> content(CopyOnWriteMap table) {
        Map<Object, Object> content = new HashMap<>();
        for (int slot = 0; slot < table.slots(); slot++) {
            if (table.isFull(slot)) {
                content.put(table.key(slot), table.value(slot));
            }
        }
        return content;
    }
}
