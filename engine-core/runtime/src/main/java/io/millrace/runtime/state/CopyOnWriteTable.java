// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.state;

import java.util.Arrays;
import java.util.function.ObjIntConsumer;

/** The tables of one state, or of timers: one for each block. Confined to the thread of the task. */
final class CopyOnWriteTable {

    private final CopyOnWriteMap[] tables = new CopyOnWriteMap[Changes.BLOCKS];
    private final Changes changes;

    CopyOnWriteTable(Changes changes) {
        this.changes = changes;
        Arrays.fill(tables, CopyOnWriteMap.EMPTY);
    }

    /** Returns a block's table, to be read only. */
    CopyOnWriteMap get(int block) {
        return tables[block];
    }

    /** Returns a block's table, which may be changed, and counts the block as changed. */
    CopyOnWriteMap getOwn(int block) {
        changes.change(block);
        CopyOnWriteMap table = tables[block];
        if (table.made() <= changes.shared()) {
            table = table.copy(changes.next());
            tables[block] = table;
        }
        return table;
    }

    /** Runs an action for each key and its hash, but not for that of the task. It must not change any table. */
    void forEach(ObjIntConsumer<Object> action) {
        for (int block = 1; block < tables.length; block++) {
            CopyOnWriteMap table = tables[block];
            for (int slot = 0; slot < table.slots(); slot++) {
                if (table.isFull(slot)) {
                    action.accept(table.key(slot), table.hash(slot));
                }
            }
        }
    }

    /** Returns the number of keys. */
    long keys() {
        long keys = 0;
        for (CopyOnWriteMap table : tables) {
            keys += table.size();
        }
        return keys;
    }

    /** Returns the present tables, which the caller must not change. */
    CopyOnWriteMap[] share() {
        return tables.clone();
    }
}
