package io.millrace.runtime.state;

/** The tables of one state, or of timers: one of each block that has content. Confined to the thread of the task. */
final class Tables {

    private final Table[] tables = new Table[Changes.BLOCKS];
    private final Changes changes;

    Tables(Changes changes) {
        this.changes = changes;
    }

    /** Returns a block's table, to be read only; null if there is none. */
    Table get(int block) {
        return tables[block];
    }

    /** Returns a block's table, which may be changed, and counts the block as changed. */
    Table getOwn(int block) {
        changes.change(block);
        Table table = tables[block];
        if (table == null) {
            table = new Table(changes.next());
            tables[block] = table;
        } else if (table.made() <= changes.shared()) {
            table = table.copy(changes.next());
            tables[block] = table;
        }
        return table;
    }

    /** Returns the present tables, which the caller must not change. */
    Table[] share() {
        return tables.clone();
    }
}
