// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;

/** Keeps snapshots on the heap, for topologies that end with their process, and for tests. Any thread may call it. */
public final class MemorySnapshotStore implements SnapshotStore {

    private final ConcurrentSkipListMap<String, byte[]> objects = new ConcurrentSkipListMap<>();

    @Override
    public Draft write(String name) {
        SnapshotStore.requireName(name);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        return new Draft() {
            @Override
            public OutputStream out() {
                return bytes;
            }

            @Override
            public void publish() {
                objects.put(name, bytes.toByteArray());
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public ByteBuffer read(String name, long offset, int length) throws NoSuchFileException, EOFException {
        byte[] object = objects.get(name);
        if (object == null) {
            throw new NoSuchFileException(name);
        }
        if (offset + length > object.length) {
            throw new EOFException(name + " has " + object.length + " bytes, not " + (offset + length));
        }
        return ByteBuffer.wrap(object, (int) offset, length).slice().asReadOnlyBuffer();
    }

    @Override
    public long length(String name) {
        byte[] object = objects.get(name);
        return object == null ? -1 : object.length;
    }

    @Override
    public List<Entry> list(String prefix) {
        return objects.tailMap(prefix).entrySet().stream()
                .takeWhile(entry -> entry.getKey().startsWith(prefix))
                .map(entry -> new Entry(entry.getKey(), entry.getValue().length))
                .toList();
    }

    @Override
    public void delete(String name) {
        objects.remove(name);
    }

    /** Does nothing: a draft ends with its writer. */
    @Override
    public void removeDrafts(String prefix, Predicate<String> whoseName) {}

    @Override
    public String location() {
        return "memory";
    }

    /** Keeps the objects: the worker that closes it may be started again. */
    @Override
    public void close() {}
}
