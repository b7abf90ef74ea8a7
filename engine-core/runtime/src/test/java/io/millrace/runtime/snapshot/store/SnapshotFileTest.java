// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.runtime.snapshot.store.BlockName.Kind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SnapshotFileTest {

    private static final String FILE = "t/1/1-2-w-3.part";

    private final MemoryStore store = new MemoryStore();
    private final SnapshotFileReader reader = new SnapshotFileReader(store);

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Publishes three blocks, one of which is in an earlier file. */
    private WorkerPart small() throws IOException {
        SnapshotStoreContract.write(store, "t/1/1-1-w-3.part", "earlier block");
        try (SnapshotFileWriter writer = new SnapshotFileWriter(store, FILE)) {
            writer.put(new BlockName("count", Kind.PARTITION, 17), bytes("first"));
            writer.same(
                    new BlockName("count", Kind.PARTITION, 255),
                    new BlockLocation("t/1/1-1-w-3.part", 8, 5, Crc.of(bytes("block"))));
            writer.put(new BlockName("zähler", Kind.POSITION, 0), bytes("second"));
            writer.publish();
            return part(writer);
        }
    }

    private static WorkerPart part(SnapshotFileWriter writer) {
        return new WorkerPart("w", FILE, writer.bytes(), writer.digest(), List.of());
    }

    private void readAll(WorkerPart part) throws IOException {
        for (Map.Entry<BlockName, BlockLocation> entry : reader.index(part).entrySet()) {
            reader.block(entry.getKey(), entry.getValue());
        }
    }

    @Test
    void blocksComeBackWithThoseOfEarlierFiles() throws IOException {
        WorkerPart part = small();
        Map<BlockName, BlockLocation> index = reader.index(part);
        Map<String, String> read = new LinkedHashMap<>();
        for (Map.Entry<BlockName, BlockLocation> entry : index.entrySet()) {
            read.put(
                    SnapshotFileReader.named(entry.getKey()),
                    StandardCharsets.UTF_8
                            .decode(reader.block(entry.getKey(), entry.getValue()))
                            .toString());
        }
        assertThat(read)
                .containsExactly(
                        Map.entry("partition 17 of component 'count'", "first"),
                        Map.entry("partition 255 of component 'count'", "block"),
                        Map.entry("position of task 0 of component 'zähler'", "second"));
        assertThat(part.bytes()).isEqualTo(store.objects.get(FILE).length);
    }

    @Test
    void eachFlippedBitIsFoundAndNamed() throws IOException {
        WorkerPart part = small();
        for (String file : List.of(FILE, "t/1/1-1-w-3.part")) {
            byte[] object = store.objects.get(file);
            // Only the referenced bytes of the earlier file are changed
            for (int bit = file.equals(FILE) ? 0 : 8 * 8; bit < object.length * 8; bit++) {
                object[bit / 8] ^= (byte) (1 << bit % 8);
                assertThatThrownBy(() -> readAll(part))
                        .as("bit %d of %s", bit, file)
                        .isInstanceOf(DamagedSnapshotException.class)
                        .hasMessageStartingWith("snapshot object '" + file + "' ")
                        .hasMessageEndingWith("restore it from a copy, or use the snapshot before")
                        .hasMessageNotContaining("\n");
                object[bit / 8] ^= (byte) (1 << bit % 8);
            }
        }
        readAll(part);
    }

    @Test
    void theDamagedBlockIsNamed() throws IOException {
        WorkerPart part = small();
        store.objects.get(FILE)[SnapshotFileDescriptor.HEAD_BYTES] ^= 1;
        assertThatThrownBy(() -> readAll(part))
                .hasMessageContaining("is damaged: partition 17 of component 'count' has the checksum ");
    }

    @Test
    void eachTruncationAndEachAppendedByteIsFound() throws IOException {
        WorkerPart part = small();
        byte[] object = store.objects.get(FILE);
        for (int length = 0; length <= object.length + 1; length++) {
            if (length != object.length) {
                store.objects.put(FILE, Arrays.copyOf(object, length));
                assertThatThrownBy(() -> readAll(part))
                        .isInstanceOf(DamagedSnapshotException.class)
                        .hasMessageContaining("it has " + length + " bytes instead of " + object.length);
                // A manifest that agrees with the damaged file does not hide the damage
                WorkerPart agreeing = new WorkerPart("w", FILE, length, part.digest(), List.of());
                assertThatThrownBy(() -> readAll(agreeing)).isInstanceOf(DamagedSnapshotException.class);
            }
        }
    }

    @Test
    void anEarlierFileThatIsMissingOrShorterIsNamed() throws IOException {
        WorkerPart part = small();
        store.objects.put("t/1/1-1-w-3.part", new byte[12]);
        assertThatThrownBy(() -> readAll(part))
                .isInstanceOf(DamagedSnapshotException.class)
                .hasMessageContaining("'t/1/1-1-w-3.part' is damaged: it ends before the end of partition 255");
        store.objects.remove("t/1/1-1-w-3.part");
        assertThatThrownBy(() -> readAll(part))
                .isInstanceOf(DamagedSnapshotException.class)
                .hasMessageContaining("'t/1/1-1-w-3.part' is missing, which has partition 255");
        store.objects.remove(FILE);
        assertThatThrownBy(() -> readAll(part))
                .isInstanceOf(DamagedSnapshotException.class)
                .hasMessageContaining("'" + FILE + "' is missing");
    }

    @Test
    void aWholeFileThatIsAnotherIsFound() throws IOException {
        WorkerPart part = small();
        try (SnapshotFileWriter writer = new SnapshotFileWriter(store, FILE)) {
            writer.put(new BlockName("count", Kind.PARTITION, 17), bytes("fir5t"));
            writer.publish();
            WorkerPart mixed = new WorkerPart("w", FILE, writer.bytes(), part.digest(), List.of());
            assertThatThrownBy(() -> readAll(mixed)).hasMessageContaining("is not the one that the manifest names");
        }
    }

    /** An index with the right checksum may come from another engine, or from an attacker. */
    @Test
    void anIndexOfRandomBytesIsRefusedAndAllocatesNoMoreThanItCanHold() throws IOException {
        small();
        ByteBuffer index = SnapshotFileIndex.encode(
                FILE,
                Map.of(
                        new BlockName("a", Kind.TASK, 1), new BlockLocation(FILE, 8, 3, 4),
                        new BlockName("b", Kind.TASK, 2), new BlockLocation("other", 9, 3, 4)));
        Random random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            byte[] changed = index.array().clone();
            for (int change = random.nextInt(4); change >= 0; change--) {
                changed[random.nextInt(changed.length)] = (byte) random.nextInt();
            }
            ByteBuffer hostile = ByteBuffer.wrap(changed, 0, random.nextInt(changed.length + 1));
            try {
                SnapshotFileIndex.decode(FILE, hostile)
                        .values()
                        .forEach(location -> assertThat(location.offset() + location.length())
                                .isGreaterThanOrEqualTo(location.offset()));
            } catch (DamagedSnapshotException e) {
                assertThat(e).hasMessageContaining("has an index that no engine writes");
            }
        }
    }

    @Test
    void aBlockIsWrittenOnce() throws IOException {
        try (SnapshotFileWriter writer = new SnapshotFileWriter(store, FILE)) {
            BlockName name = new BlockName("count", Kind.PARTITION, 17);
            writer.put(name, bytes("first"));
            assertThatThrownBy(() -> writer.put(name, bytes("first"))).hasMessageContaining("was written twice");
        }
        assertThat(store.objects).isEmpty();
        assertThat(store.drafts).isEmpty();
    }

    @Test
    void blocksOfAnySizeInAnyBufferComeBack() throws IOException {
        for (long seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            Map<BlockName, byte[]> expected = new LinkedHashMap<>();
            WorkerPart part;
            try (SnapshotFileWriter writer = new SnapshotFileWriter(store, FILE)) {
                for (int i = random.nextInt(40); i > 0; i--) {
                    byte[] content = new byte[random.nextInt(1 << random.nextInt(18))];
                    random.nextBytes(content);
                    int before = random.nextInt(9);
                    ByteBuffer block = random.nextBoolean()
                            ? ByteBuffer.allocate(content.length + 20)
                            : ByteBuffer.allocateDirect(content.length + 20);
                    block.position(before).put(content).flip().position(before);
                    BlockName name = new BlockName("c" + random.nextInt(3), Kind.values()[random.nextInt(5)], i);
                    writer.put(name, block.asReadOnlyBuffer());
                    expected.put(name, content);
                    assertThat(block.position()).isEqualTo(before);
                }
                writer.publish();
                part = part(writer);
            }
            Map<BlockName, BlockLocation> index = reader.index(part);
            assertThat(index.keySet()).containsExactlyElementsOf(expected.keySet());
            Map<BlockName, byte[]> read = new LinkedHashMap<>();
            new BlockReads(reader).read(index, (name, content) -> {
                byte[] copy = new byte[content.remaining()];
                content.get(copy);
                read.put(name, copy);
            });
            expected.forEach((name, content) -> assertThat(read.get(name)).isEqualTo(content));
        }
    }

    @Test
    void neighboursAreReadWithOneCall() throws IOException {
        WorkerPart part;
        try (SnapshotFileWriter writer = new SnapshotFileWriter(store, FILE)) {
            for (int i = 0; i < 256; i++) {
                writer.put(new BlockName("count", Kind.PARTITION, i), ByteBuffer.allocate(100));
            }
            writer.publish();
            part = part(writer);
        }
        Map<BlockName, BlockLocation> index = reader.index(part);
        int before = store.reads;
        new BlockReads(reader).read(index, (name, content) -> {});
        assertThat(store.reads - before).isEqualTo(1);
    }

    @Test
    void aLaterFormatIsRefusedWithItsNumber() throws IOException {
        WorkerPart part = small();
        ByteBuffer file = ByteBuffer.wrap(store.objects.get(FILE)).order(ByteOrder.LITTLE_ENDIAN);
        int footer = file.limit() - SnapshotFileDescriptor.FOOTER_BYTES;
        file.putInt(footer + SnapshotFileDescriptor.FOOTER_VERSION, 2);
        file.putInt(
                footer + SnapshotFileDescriptor.FOOTER_CRC,
                Crc.of(file.slice(footer, SnapshotFileDescriptor.FOOTER_CRC)));
        assertThatThrownBy(() -> readAll(part))
                .isInstanceOf(SnapshotFormatException.class)
                .hasMessage("snapshot object '" + FILE + "' has format 2, this engine reads formats 1 to 1: use the"
                        + " engine that wrote it, or a later one");
    }
}
