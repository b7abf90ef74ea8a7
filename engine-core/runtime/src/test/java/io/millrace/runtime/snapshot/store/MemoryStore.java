// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Objects on the heap, which a test can look at and change. Any thread may call it. */
final class MemoryStore implements SnapshotStore {

    final Map<String, byte[]> objects = new TreeMap<>();
    final Map<Draft, String> drafts = new LinkedHashMap<>();
    int reads;

    private final class MemoryDraft implements Draft {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        @Override
        public OutputStream out() {
            return bytes;
        }

        @Override
        public void publish() throws IOException {
            synchronized (MemoryStore.this) {
                String name = drafts.remove(this);
                if (name == null) {
                    throw new IOException("the draft is over");
                }
                objects.put(name, bytes.toByteArray());
            }
        }

        @Override
        public void close() {
            synchronized (MemoryStore.this) {
                drafts.remove(this);
            }
        }
    }

    @Override
    public synchronized Draft write(String name) {
        MemoryDraft draft = new MemoryDraft();
        drafts.put(draft, SnapshotStore.requireName(name));
        return draft;
    }

    @Override
    public synchronized ByteBuffer read(String name, long offset, int length) throws IOException {
        reads++;
        byte[] object = objects.get(SnapshotStore.requireName(name));
        if (object == null) {
            throw new NoSuchFileException(name);
        }
        if (offset < 0 || offset > object.length - length) {
            throw new EOFException(name);
        }
        return ByteBuffer.wrap(object, (int) offset, length).slice();
    }

    @Override
    public synchronized long length(String name) {
        byte[] object = objects.get(SnapshotStore.requireName(name));
        return object == null ? -1 : object.length;
    }

    @Override
    public synchronized List<Entry> list(String prefix) {
        List<Entry> entries = new ArrayList<>();
        objects.forEach((name, object) -> {
            if (name.startsWith(prefix)) {
                entries.add(new Entry(name, object.length));
            }
        });
        return entries;
    }

    @Override
    public synchronized void delete(String name) {
        objects.remove(SnapshotStore.requireName(name));
    }

    @Override
    public synchronized void removeDrafts(String prefix, Predicate<String> dead) {
        drafts.values().removeIf(name -> name.startsWith(prefix) && dead.test(name));
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public void close() {}
}
