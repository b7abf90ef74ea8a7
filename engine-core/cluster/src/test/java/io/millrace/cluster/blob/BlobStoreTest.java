// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.blob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.Digest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlobStoreTest {

    private static final byte[] CONTENT = "jar".getBytes(StandardCharsets.UTF_8);
    private static final String DIGEST = Digest.of(CONTENT);

    @TempDir
    Path directory;

    private BlobStore store(Instant now) {
        return new BlobStore(directory.resolve("blobs"), 100, Clock.fixed(now, ZoneOffset.UTC));
    }

    @Test
    void keepsContentUnderItsDigest() throws IOException {
        BlobStore store = store(Instant.now());

        store.put(DIGEST, in(CONTENT));

        assertThat(store.get(DIGEST))
                .hasValueSatisfying(
                        file -> assertThat(file).hasBinaryContent(CONTENT).hasFileName(DIGEST));
        assertThat(Digest.of(store.get(DIGEST).orElseThrow())).isEqualTo(DIGEST);
    }

    @Test
    void otherContentThanAnnouncedLeavesNoTrace() throws IOException {
        BlobStore store = store(Instant.now());

        assertThatThrownBy(() -> store.put(DIGEST, in("other".getBytes(StandardCharsets.UTF_8))))
                .isInstanceOf(ClusterException.class)
                .hasMessageStartingWith("digest mismatch");
        assertThatThrownBy(() -> store.put(DIGEST, in(new byte[101]))).hasMessageContaining("larger than 100 bytes");
        assertThat(entries()).isEmpty();
        assertThat(store.get(DIGEST)).isEmpty();
    }

    @Test
    void onlyADigestIsAName() {
        BlobStore store = store(Instant.now());

        for (String name : new String[] {"../../etc/passwd", "", "a", DIGEST.toUpperCase(), DIGEST + "/..", null}) {
            assertThatThrownBy(() -> store.get(name)).isInstanceOf(ClusterException.class);
            assertThatThrownBy(() -> store.put(name, in(CONTENT))).isInstanceOf(ClusterException.class);
        }
        assertThat(directory.toFile().list()).containsExactly("blobs");
    }

    @Test
    void damagedContentIsNotGivenOut() throws IOException {
        store(Instant.now()).put(DIGEST, in(CONTENT));
        Path file = directory.resolve("blobs").resolve(DIGEST);
        Files.write(file, "damaged".getBytes(StandardCharsets.UTF_8));
        Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));

        assertThat(store(Instant.now()).get(DIGEST)).isEmpty();
        assertThat(file).doesNotExist();
    }

    /** Otherwise a power failure after a submission leaves a topology whose jar is empty or missing. */
    @Test
    void contentAndThenItsNameAreOnTheDiskWhenItIsStored() throws IOException {
        Path target = directory.resolve("blobs").resolve(DIGEST);
        List<String> forced = new ArrayList<>();
        BlobStore.Disk disk = path ->
                forced.add((Files.isDirectory(path) ? "directory " : "content of " + Files.size(path) + " bytes ")
                        + (Files.exists(target) ? "with" : "without") + " the name");
        BlobStore store = new BlobStore(directory.resolve("blobs"), 100, Clock.systemUTC(), disk);

        store.put(DIGEST, in(CONTENT));
        assertThat(forced).containsExactly("content of 3 bytes without the name", "directory with the name");

        assertThat(store.get(DIGEST)).isPresent();
        assertThat(forced).hasSize(2);
        // The process that has stored it may have died before the last step
        BlobStore next = new BlobStore(directory.resolve("blobs"), 100, Clock.systemUTC(), disk);
        assertThat(next.touch(DIGEST)).isTrue();
        assertThat(forced.subList(2, 4)).containsExactly("content of 3 bytes with the name", "directory with the name");
    }

    @Test
    void whatCannotBeForcedIsNotStored() {
        BlobStore store = new BlobStore(directory.resolve("blobs"), 100, Clock.systemUTC(), path -> {
            throw new IOException("disk is gone");
        });

        assertThatThrownBy(() -> store.put(DIGEST, in(CONTENT)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("disk is gone");
        assertThat(store.get(DIGEST)).isEmpty();
    }

    @Test
    void removesWhatIsNeitherUsedNorYoung() throws IOException {
        store(Instant.now()).put(DIGEST, in(CONTENT));
        Instant later = Instant.now().plus(Duration.ofHours(1));

        store(Instant.now()).retain(Set.of(), Duration.ofMinutes(10));
        store(later).retain(Set.of(DIGEST), Duration.ofMinutes(10));
        assertThat(entries()).containsExactly(DIGEST);

        // The file is about to be used again.
        assertThat(store(later).touch(DIGEST)).isTrue();
        store(later).retain(Set.of(), Duration.ofMinutes(10));
        assertThat(entries()).containsExactly(DIGEST);

        store(later.plus(Duration.ofHours(1))).retain(Set.of(), Duration.ofMinutes(10));
        assertThat(entries()).isEmpty();
    }

    @Test
    void aBrokenUploadIsClearedUp() throws IOException {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        };

        assertThatThrownBy(() -> store(Instant.now()).put(DIGEST, broken))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("connection reset");

        assertThat(entries()).isEmpty();
        Files.write(directory.resolve("blobs").resolve("blob1.part"), CONTENT);
        store(Instant.now());
        assertThat(entries()).isEmpty();
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> files = Files.list(directory.resolve("blobs"))) {
            return files.map(path -> path.getFileName().toString()).toList();
        }
    }

    private static InputStream in(byte[] bytes) {
        return new ByteArrayInputStream(bytes);
    }
}
