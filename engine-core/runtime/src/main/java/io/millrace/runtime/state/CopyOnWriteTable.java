package io.millrace.runtime.state;

import java.util.function.ObjIntConsumer;

/** The tables of one state, or of timers: one for each block that has content. Confined to the thread of the task. */
final class CopyOnWriteTable {

    private final CopyOnWriteMap[] tables = new CopyOnWriteMap[Changes.BLOCKS];
    private final Changes changes;

    CopyOnWriteTable(Changes changes) {
        this.changes = changes;
    }

    /** Returns a block's table, to be read only; null if there is none. */
    CopyOnWriteMap get(int block) {
        return tables[block];
    }

    /** Returns a block's table, which may be changed, and counts the block as changed. */
    CopyOnWriteMap getOwn(int block) {
        changes.change(block);
        CopyOnWriteMap table = tables[block];
        if (table == null) {
            table = new CopyOnWriteMap(changes.next());
            tables[block] = table;
        } else if (table.made() <= changes.shared()) {
            table = table.copy(changes.next());
            tables[block] = table;
        }
        return table;
    }

    /** Runs an action for each entry of the keys' blocks. It must not change any table. */
    void forEach(ObjIntConsumer<CopyOnWriteMap.Entry> action) {
        for (int block = 1; block < tables.length; block++) {
            CopyOnWriteMap table = tables[block];
            for (int slot = 0; table != null && slot < table.slots(); slot++) {
                if (table.at(slot) != null) {
                    action.accept(table.at(slot), block);
                }
            }
        }
    }

    /** Returns the number of keys. */
    long keys() {
        long keys = 0;
        for (CopyOnWriteMap table : tables) {
            keys += table == null ? 0 : table.size();
        }
        return keys;
    }

    /** Returns the present tables, which the caller must not change. */
    CopyOnWriteMap[] share() {
        return tables.clone();
    }
}
