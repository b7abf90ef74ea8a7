// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.table;

import io.millrace.api.error.MalformedException;
import io.millrace.api.error.TopologyException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;

/**
 * The rows of a table in a worker. All tasks read them; {@link #check} reads them from the file again, and is called by
 * one thread at a time.
 */
final class LoadedTable implements AutoCloseable {

    /** A task that counts and reports failures. Called by the thread of {@link #check}. */
    interface Listener {

        /**
         * @param first whether this is the first failure since the rows were read
         * @return false if the task cannot report any more, so that another one must
         */
        boolean failed(TopologyException error, boolean first);
    }

    private final TableFile file;
    private final LongSupplier nanoClock;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private TableReloader reloader;

    // Written by the thread of {@link #check}. Rows are published as a whole
    private volatile Map<Object, Object[]> rows;
    private volatile long currentNanos;

    // Used by the thread of {@link #check}
    private TableFile.Stamp loaded;

    /** The stamp of the file at the last check, if it was not the loaded one. */
    private TableFile.Stamp seen;

    /** The stamp of a malformed file. */
    private TableFile.Stamp refused;

    private boolean failing;

    /**
     * Reads the file.
     *
     * @throws TopologyException with one line, if it cannot be read
     */
    LoadedTable(Table table, String node, LongSupplier nanoClock) {
        this.file = new TableFile(table);
        this.nanoClock = nanoClock;
        try {
            currentNanos = nanoClock.getAsLong();
            loaded = file.stamp();
            rows = file.read();
        } catch (IOException e) {
            throw new TopologyException(
                    "the table " + file.path() + " cannot be read on node " + node + ": " + TableFile.reason(e)
                            + "; put it there, readable for the user who runs the workers",
                    e);
        } catch (MalformedException e) {
            throw new TopologyException(
                    "the table " + file.path() + " on node " + node + ", " + e.getMessage() + ": correct the file", e);
        }
    }

    /** Reads the file, and looks for changes until it is closed. */
    static LoadedTable open(Table table, String node, LongSupplier nanoClock) {
        LoadedTable loaded = new LoadedTable(table, node, nanoClock);
        loaded.reloader = TableReloader.start(loaded, table);
        return loaded;
    }

    void add(Listener listener) {
        listeners.add(listener);
    }

    void remove(Listener listener) {
        listeners.remove(listener);
    }

    Map<Object, Object[]> rows() {
        return rows;
    }

    /** Returns the time in seconds since the rows were last known to be those of the file. */
    double ageSeconds() {
        return (nanoClock.getAsLong() - currentNanos) / 1e9;
    }

    /** Reads the file if it has changed, and has not changed further since the last check. */
    void check() {
        try {
            long now = nanoClock.getAsLong();
            TableFile.Stamp stamp = file.stamp();
            if (stamp.equals(loaded)) {
                current(now);
            } else if (stamp.equals(seen) && !stamp.equals(refused)) {
                refused = stamp;
                Map<Object, Object[]> read = file.read();
                refused = null;
                // If a writer has not ended, only a part of the rows would be read
                if (stamp.equals(file.stamp())) {
                    rows = read;
                    loaded = stamp;
                    current(now);
                }
            }
            seen = stamp;
        } catch (MalformedException e) {
            failed(e.getMessage(), "correct the file", e);
        } catch (IOException e) {
            refused = null;
            failed(TableFile.reason(e), "it is tried again", e);
        } catch (RuntimeException | OutOfMemoryError e) {
            failed(e.toString(), "two contents of the file must fit into the heap", e);
        }
    }

    private void current(long now) {
        currentNanos = now;
        failing = false;
    }

    private void failed(String what, String remedy, Throwable cause) {
        TopologyException error = new TopologyException(
                "the table " + file.path() + " is not read again, and its rows stay as they were: " + what + ": "
                        + remedy,
                cause);
        boolean first = !failing;
        failing = true;
        for (Listener listener : listeners) {
            if (listener.failed(error, first)) {
                return;
            }
        }
    }

    @Override
    public void close() {
        if (reloader != null) {
            reloader.close();
        }
    }
}
