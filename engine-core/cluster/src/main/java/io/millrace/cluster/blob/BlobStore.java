// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import io.millrace.cluster.config.Directories;
import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.cluster.model.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Files in a directory, named by their digests. A file that was put or given out survives a power failure. */
public final class BlobStore {

    private static final String INCOMPLETE = ".part";

    private final Path directory;
    private final long mostBytes;
    private final Clock clock;
    private final Disk disk;

    /** Writes a file, or the names in a directory, through to the disk; a test watches the order. */
    interface Disk {
        void force(Path path) throws IOException;
    }

    /** Modification times of the files that this process has verified and forced to the disk. */
    private final Map<String, FileTime> verified = new ConcurrentHashMap<>();

    /** @param mostBytes maximum size of a file */
    public BlobStore(Path directory, long mostBytes, Clock clock) {
        this(directory, mostBytes, clock, BlobStore::force);
    }

    BlobStore(Path directory, long mostBytes, Clock clock, Disk disk) {
        this.directory = directory;
        this.mostBytes = mostBytes;
        this.clock = clock;
        this.disk = disk;
        try {
            Files.createDirectories(directory);
            Directories.ownerOnly(directory);
            try (Stream<Path> entries = Files.list(directory)) {
                for (Path entry : entries.filter(path -> path.toString().endsWith(INCOMPLETE))
                        .toList()) {
                    Files.deleteIfExists(entry);
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Stores a stream's content if it has this digest; otherwise stores no file.
     *
     * @throws IOException if the stream cannot be read
     */
    public void put(String digest, InputStream in) throws IOException {
        Path target = directory.resolve(Digest.checked(digest));
        Path part = null;
        try {
            part = Files.createTempFile(directory, "blob", INCOMPLETE);
            MessageDigest sha256 = Digest.sha256();
            copy(new DigestInputStream(in, sha256), part);
            String actual = HexFormat.of().formatHex(sha256.digest());
            if (!actual.equals(digest)) {
                throw new ClusterException(
                        Reason.REFUSED, "digest mismatch: " + digest + " was announced, " + actual + " arrived");
            }
            // Force the content first, so that no power failure leaves an incomplete file under the digest
            disk.force(part);
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            disk.force(directory);
            verified.put(digest, Files.getLastModifiedTime(target));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        } catch (IOException e) {
            throw failed(e);
        } finally {
            removeQuietly(part);
        }
    }

    /** Returns the file with this digest after verification; empty if it is missing or damaged. */
    public Optional<Path> get(String digest) {
        Path file = directory.resolve(Digest.checked(digest));
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            FileTime modified = Files.getLastModifiedTime(file);
            if (!modified.equals(verified.get(digest))) {
                if (!Digest.of(file).equals(digest)) {
                    Files.deleteIfExists(file);
                    return Optional.empty();
                }
                disk.force(file);
                disk.force(directory);
                verified.put(digest, modified);
            }
            return Optional.of(file);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Looks for a file as {@link #get} does, and protects it from {@link #retain} for some time. */
    public boolean touch(String digest) {
        Optional<Path> file = get(digest);
        return file.isPresent() && makeYoung(digest, file.get());
    }

    private synchronized boolean makeYoung(String digest, Path file) {
        try {
            Files.setLastModifiedTime(file, FileTime.from(clock.instant()));
            verified.put(digest, Files.getLastModifiedTime(file));
            return true;
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Whether {@link #retain} would remove any file. */
    public boolean hasUnused(Set<String> used, Duration youngerThan) {
        return !unused(used, youngerThan).isEmpty();
    }

    /** Removes files that are not used, except young ones, whose topology may still be submitted. */
    public synchronized void retain(Set<String> used, Duration youngerThan) {
        try {
            for (Path file : unused(used, youngerThan)) {
                Files.deleteIfExists(file);
                verified.remove(file.getFileName().toString());
            }
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private synchronized List<Path> unused(Set<String> used, Duration youngerThan) {
        FileTime oldest = FileTime.from(clock.instant().minus(youngerThan));
        List<Path> unused = new ArrayList<>();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path file : entries.toList()) {
                if (!used.contains(file.getFileName().toString())
                        && Files.getLastModifiedTime(file).compareTo(oldest) <= 0) {
                    unused.add(file);
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
        return unused;
    }

    private void copy(InputStream in, Path part) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long total = 0;
        try (OutputStream out = Files.newOutputStream(part)) {
            for (int read = read(in, buffer); read >= 0; read = read(in, buffer)) {
                total += read;
                if (total > mostBytes) {
                    throw new ClusterException(
                            Reason.REFUSED,
                            "larger than " + mostBytes + " bytes: raise controller.jar.max.bytes of the controller");
                }
                out.write(buffer, 0, read);
            }
        }
    }

    private static int read(InputStream in, byte[] buffer) {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void force(Path path) throws IOException {
        boolean directory = Files.isDirectory(path);
        if (directory && !path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            // Windows cannot open a directory, and writes its names through by itself
            return;
        }
        try (FileChannel channel =
                FileChannel.open(path, directory ? StandardOpenOption.READ : StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private ClusterException failed(IOException e) {
        return new ClusterException(
                Reason.FAILED, "cannot store files in " + directory + ": " + Directories.reason(e), e);
    }

    private static void removeQuietly(Path part) {
        try {
            if (part != null) {
                Files.deleteIfExists(part);
            }
        } catch (IOException e) {
            // The next start removes the file.
        }
    }
}
