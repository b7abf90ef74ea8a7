// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker.exactlyonce;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.runtime.snapshot.store.MemorySnapshotStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.List;

/** A store in memory that notes when workers write, publish, read and delete. */
final class StepStore implements SnapshotStore {

    private final SnapshotStore store = new MemorySnapshotStore();
    private final Steps steps;

    StepStore(Steps steps) {
        this.steps = steps;
    }

    private static boolean isManifest(String name) {
        return name.endsWith(".manifest");
    }

    private void take(Step step) throws IOException {
        if (steps.take(step)) {
            throw new IOException("the store fails at " + step);
        }
    }

    @Override
    public Draft write(String name) throws IOException {
        if (!isManifest(name)) {
            take(Step.BLOCK_WRITTEN);
        }
        Draft draft = store.write(name);
        return new Draft() {
            @Override
            public OutputStream out() {
                return draft.out();
            }

            @Override
            public void publish() throws IOException {
                take(isManifest(name) ? Step.MANIFEST_DURABLE : Step.FILE_DURABLE);
                draft.publish();
            }

            @Override
            public void close() throws IOException {
                draft.close();
            }
        };
    }

    @Override
    public ByteBuffer read(String name, long offset, int length) throws IOException {
        if (isManifest(name)) {
            take(Step.MANIFEST_READ);
        }
        return store.read(name, offset, length);
    }

    @Override
    public long length(String name) throws IOException {
        return store.length(name);
    }

    @Override
    public List<Entry> list(String prefix) throws IOException {
        return store.list(prefix);
    }

    @Override
    public void delete(String name) throws IOException {
        take(Step.DELETED);
        store.delete(name);
    }

    @Override
    public String location() {
        return store.location();
    }

    @Override
    public void close() {}
}
