// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.spi.SnapshotStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A file that becomes an object when it is complete. Used by one thread. */
final class FileDraft extends OutputStream implements SnapshotStore.Draft {

    private final String name;
    private final Path draft;
    private final Path target;
    private final FileChannel channel;
    private final FileSnapshotStore.Disk disk;
    private final Path root;
    private boolean over;

    FileDraft(String name, Path draft, Path target, FileChannel channel, FileSnapshotStore.Disk disk, Path root) {
        this.name = name;
        this.draft = draft;
        this.target = target;
        this.channel = channel;
        this.disk = disk;
        this.root = root;
    }

    @Override
    public OutputStream out() {
        return this;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            ByteBuffer rest = ByteBuffer.wrap(bytes, offset, length);
            while (rest.hasRemaining()) {
                channel.write(rest);
            }
        } catch (IOException e) {
            throw StoreErrors.explained("write " + name, root.toString(), e);
        }
    }

    @Override
    public void publish() throws IOException {
        try {
            // The bytes are forced first, so that no power failure leaves a name without them
            disk.force(draft);
            channel.close();
            Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            over = true;
            // All directories on the way are forced: another process may have created one, and died before it was
            // durable
            for (Path directory = target.getParent();
                    directory != null && directory.startsWith(root);
                    directory = directory.getParent()) {
                disk.force(directory);
            }
        } catch (IOException e) {
            throw StoreErrors.explained("publish " + name, root.toString(), e);
        }
    }

    @Override
    public void close() throws IOException {
        if (over) {
            return;
        }
        over = true;
        try {
            channel.close();
            Files.deleteIfExists(draft);
        } catch (IOException e) {
            throw StoreErrors.explained("drop the draft of " + name, root.toString(), e);
        }
    }
}
