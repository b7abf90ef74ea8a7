// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.spi.SnapshotStore;
import io.millrace.api.spi.SnapshotStoreProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** The connector of a store that is read only: the files of a directory, by the scheme {@code kept}. */
public final class ReadOnlyFiles implements SnapshotStoreProvider {

    @Override
    public String scheme() {
        return "kept";
    }

    @Override
    public SnapshotStore open(URI location, Map<String, String> settings) {
        return new Store(Path.of(location.getPath()));
    }

    record Store(Path directory) implements SnapshotStore {

        @Override
        public Draft write(String name) throws IOException {
            throw new IOException(location() + " is read only");
        }

        @Override
        public ByteBuffer read(String name, long offset, int length) throws IOException {
            byte[] all = Files.readAllBytes(directory.resolve(name));
            return ByteBuffer.wrap(Arrays.copyOfRange(all, (int) offset, (int) offset + length));
        }

        @Override
        public long length(String name) throws IOException {
            Path file = directory.resolve(name);
            return Files.exists(file) ? Files.size(file) : -1;
        }

        @Override
        public List<Entry> list(String prefix) {
            return List.of();
        }

        @Override
        public void delete(String name) throws IOException {
            throw new IOException(location() + " is read only");
        }

        @Override
        public String location() {
            return "kept:" + directory;
        }

        @Override
        public void close() {}
    }
}
