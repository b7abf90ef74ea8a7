// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/** Files in memory, with room for a number of bytes, whose calls fail, are short or take long as a test wants. */
final class VirtualDisk implements Disk {

    /** Decides on a call before it is made. */
    interface Faults {

        /** Returns the most bytes that the call transfers, or throws the exception with which it fails. */
        int on(String call, int bytes) throws IOException;
    }

    static final Faults NONE = (call, bytes) -> bytes;

    final TreeMap<String, Content> files = new TreeMap<>();
    final List<String> created = new ArrayList<>();
    long capacity = Long.MAX_VALUE;
    Faults faults = NONE;
    boolean closed;

    static IOException noSpace() {
        return new IOException("No space left on device");
    }

    long used() {
        return files.values().stream().mapToLong(file -> file.length).sum();
    }

    /** Returns the only file. */
    Content file() {
        if (files.size() != 1) {
            throw new AssertionError("files: " + files.keySet());
        }
        return files.firstEntry().getValue();
    }

    @Override
    public void removeDead() throws IOException {
        faults.on("removeDead", 0);
    }

    @Override
    public DiskFile create(String name) throws IOException {
        faults.on("create", 0);
        Content file = new Content(name);
        if (files.putIfAbsent(name, file) != null) {
            throw new IOException(name + " exists");
        }
        created.add(name);
        return file;
    }

    @Override
    public void close() throws IOException {
        faults.on("close", 0);
        files.clear();
        closed = true;
    }

    final class Content implements DiskFile {

        private final String name;
        byte[] bytes = new byte[0];
        int length;
        private boolean deleted;

        private Content(String name) {
            this.name = name;
        }

        @Override
        public String path() {
            return "/virtual/" + name;
        }

        @Override
        public int write(ByteBuffer source, long offset) throws IOException {
            requireOpen();
            int asked = faults.on("write", source.remaining());
            int end = Math.toIntExact(offset + asked);
            long over = used() + Math.max(0, end - length) - capacity;
            int written = over > 0 ? (int) Math.max(0, asked - over) : asked;
            if (written == 0 && asked > 0) {
                throw noSpace();
            }
            end = Math.toIntExact(offset + written);
            if (end > bytes.length) {
                bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
            }
            source.get(bytes, Math.toIntExact(offset), written);
            length = Math.max(length, end);
            return written;
        }

        @Override
        public int read(ByteBuffer target, long offset) throws IOException {
            requireOpen();
            int left = length - Math.toIntExact(offset);
            if (left <= 0) {
                return -1;
            }
            int read = Math.min(left, faults.on("read", target.remaining()));
            target.put(bytes, Math.toIntExact(offset), read);
            return read;
        }

        @Override
        public void cut(long end) {
            requireOpen();
            length = (int) Math.min(length, end);
        }

        @Override
        public void delete() throws IOException {
            requireOpen();
            deleted = true;
            try {
                faults.on("delete", 0);
                files.remove(name);
            } catch (IOException e) {
                length = 0;
                throw e;
            }
        }

        private void requireOpen() {
            if (deleted) {
                throw new AssertionError(name + " is used after it was deleted");
            }
        }
    }
}
