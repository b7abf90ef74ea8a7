// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * A store whose n-th call fails; calls of its drafts are counted too. After it either all calls fail, as if the process
 * had died, or none.
 */
class FailingStore implements SnapshotStore {

    private final SnapshotStore store;
    private final boolean forEver;
    private final BooleanSupplier fails;
    boolean failed;

    /**
     * @param callsLeft number of calls that succeed
     * @param forEver whether all later calls fail too
     */
    FailingStore(SnapshotStore store, long callsLeft, boolean forEver) {
        this(store, forEver, countdown(callsLeft));
    }

    /** @param fails predicate that is asked before each call */
    FailingStore(SnapshotStore store, BooleanSupplier fails) {
        this(store, false, fails);
    }

    private FailingStore(SnapshotStore store, boolean forEver, BooleanSupplier fails) {
        this.store = store;
        this.forEver = forEver;
        this.fails = fails;
    }

    private static BooleanSupplier countdown(long calls) {
        long[] left = {calls};
        return () -> left[0]-- == 0;
    }

    private void call() throws IOException {
        if (failed && forEver || fails.getAsBoolean()) {
            failed = true;
            throw new IOException("injected");
        }
    }

    private final class FailingDraft implements Draft {

        private final Draft draft;

        FailingDraft(Draft draft) {
            this.draft = draft;
        }

        @Override
        public OutputStream out() {
            OutputStream out = draft.out();
            return new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                    call();
                    out.write(value);
                }

                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    call();
                    out.write(bytes, offset, length);
                }
            };
        }

        @Override
        public void publish() throws IOException {
            call();
            draft.publish();
        }

        @Override
        public void close() throws IOException {
            if (!(failed && forEver)) {
                draft.close();
            }
        }
    }

    @Override
    public Draft write(String name) throws IOException {
        call();
        return new FailingDraft(store.write(name));
    }

    @Override
    public ByteBuffer read(String name, long offset, int length) throws IOException {
        call();
        return store.read(name, offset, length);
    }

    @Override
    public long length(String name) throws IOException {
        call();
        return store.length(name);
    }

    @Override
    public List<Entry> list(String prefix) throws IOException {
        call();
        return store.list(prefix);
    }

    @Override
    public void delete(String name) throws IOException {
        call();
        store.delete(name);
    }

    @Override
    public void removeDrafts(String prefix, Predicate<String> dead) throws IOException {
        call();
        store.removeDrafts(prefix, dead);
    }

    @Override
    public String location() {
        return store.location();
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
