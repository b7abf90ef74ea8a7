// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.snapshot.SnapshotMessage.Abort;
import io.millrace.runtime.snapshot.SnapshotMessage.Broken;
import io.millrace.runtime.snapshot.SnapshotMessage.CommitDone;
import io.millrace.runtime.snapshot.SnapshotMessage.Committed;
import io.millrace.runtime.snapshot.SnapshotMessage.Failed;
import io.millrace.runtime.snapshot.SnapshotMessage.GoBack;
import io.millrace.runtime.snapshot.SnapshotMessage.Hold;
import io.millrace.runtime.snapshot.SnapshotMessage.Join;
import io.millrace.runtime.snapshot.SnapshotMessage.Ready;
import io.millrace.runtime.snapshot.SnapshotMessage.Release;
import io.millrace.runtime.snapshot.SnapshotMessage.Reset;
import io.millrace.runtime.snapshot.SnapshotMessage.Start;
import io.millrace.runtime.snapshot.SnapshotMessage.Trigger;
import io.millrace.runtime.snapshot.SnapshotMessage.Unreadable;
import io.millrace.runtime.snapshot.SnapshotMessage.Waits;
import io.millrace.runtime.snapshot.SnapshotMessage.Written;
import io.millrace.runtime.snapshot.store.WorkerPart;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Each message comes back as it was, and no bytes do harm. */
class SnapshotMessageCodecTest {

    private static final int SPOILT = Boolean.getBoolean("millrace.long") ? 200_000 : 40_000;

    static final List<SnapshotMessage> MESSAGES = List.of(
            new Reset(1L << 40, 3, new Term(5, 7), 1L << 41, "manifest-ä", "0123abcd"),
            new Reset(1, 1, Term.NONE, 0, "", ""),
            new Start(2),
            new Trigger(2, 1_001),
            new Trigger(2, 1_001, true, false),
            new Trigger(2, 1_001, false, true),
            new Abort(2, 1_001, "the disk is full"),
            new Committed(2, 1_001, false),
            new Committed(2, 1_002, true),
            new Join("word-count-1", 9),
            new Ready("word-count-1", 9, 2),
            new Written(
                    2,
                    1_001,
                    new WorkerPart("w-1", "g2/e9/1001", 1L << 33, "deadbeef", List.of("g1/e8/7", "g2/e9/1000")),
                    1L << 34,
                    new SnapshotDurations(1, 2, 3, 1L << 35, 17, 1L << 36),
                    false),
            new Written(2, 1_001, new WorkerPart("w-1", "", 0, "", List.of()), 0, SnapshotDurations.NONE, true),
            new Written(
                    2,
                    1_001,
                    new WorkerPart(
                            "w-1",
                            "file",
                            4,
                            "00000000",
                            IntStream.range(0, 500).mapToObj(i -> "object-" + i).toList()),
                    4,
                    SnapshotDurations.NONE,
                    true),
            new Failed(2, 1_001, "w-1", "no room"),
            new CommitDone(2, 1_001, "w-1"),
            new Unreadable(2, "manifest", "block 3 of file x has the checksum 1, not 2"),
            new GoBack(2, "w-1", "3 tuples to task 7 are missing"),
            new Broken(2, "w-1", 3, "its connection to worker w-2 was lost"),
            new Waits(2, 1_001, "w-1", "component 'sink', task 7 waits for barriers", -3),
            new Hold(2, 1_001, 3, 4),
            new Release(2, 1_001, 3, 4));

    @ParameterizedTest
    @FieldSource("MESSAGES")
    void comesBackAsItWas(SnapshotMessage message) {
        ByteBuffer bytes = SnapshotMessageCodec.write(message);
        int length = bytes.remaining();
        ByteBuffer inside = ByteBuffer.allocate(length + 20).order(ByteOrder.BIG_ENDIAN);
        inside.put(13, bytes, 0, length);
        assertThat(SnapshotMessageCodec.isSnapshot(inside, 13, length)).isTrue();
        assertThat(SnapshotMessageCodec.read(inside, 13, length)).isEqualTo(message);
        assertThat(inside.position()).isZero();
        assertThat(inside.limit()).isEqualTo(inside.capacity());
    }

    @ParameterizedTest
    @FieldSource("MESSAGES")
    void refusesEveryOtherLength(SnapshotMessage message) {
        ByteBuffer bytes = SnapshotMessageCodec.write(message);
        int length = bytes.remaining();
        ByteBuffer longer = ByteBuffer.allocate(length + 8).put(bytes).clear();
        for (int cut = 0; cut < length; cut++) {
            int shorter = cut;
            assertThatThrownBy(() -> SnapshotMessageCodec.read(longer, 0, shorter))
                    .isInstanceOf(CodecException.class)
                    .hasMessageContaining("malformed");
        }
        assertThatThrownBy(() -> SnapshotMessageCodec.read(longer, 0, length + 1))
                .isInstanceOf(CodecException.class);
    }

    @Test
    void noBytesDoHarm() {
        SplittableRandom random = new SplittableRandom(7);
        for (int i = 0; i < SPOILT; i++) {
            ByteBuffer bytes = SnapshotMessageCodec.write(MESSAGES.get(random.nextInt(MESSAGES.size() - 1)));
            int length = Math.min(bytes.remaining(), 200);
            for (int flips = random.nextInt(1, 5); flips > 0; flips--) {
                bytes.put(random.nextInt(length), (byte) random.nextInt());
            }
            try {
                SnapshotMessage read = SnapshotMessageCodec.read(bytes, 0, bytes.remaining());
                assertThat(SnapshotMessageCodec.read(
                                SnapshotMessageCodec.write(read),
                                0,
                                SnapshotMessageCodec.write(read).remaining()))
                        .isEqualTo(read);
            } catch (CodecException e) {
                assertThat(e.getMessage()).contains("malformed").doesNotContain("\n");
            }
        }
    }

    @Test
    void cutsLongReasons() {
        Abort read = (Abort) copy(new Abort(1, 2, "x".repeat(10_000)));
        assertThat(read.reason()).isEqualTo("x".repeat(SnapshotMessageDescriptor.MAX_REASON_CHARS));
    }

    @Test
    void isToldFromOtherKindsByTheFirstByte() {
        ByteBuffer bytes = SnapshotMessageCodec.write(new Start(1));
        for (byte kind = 0; kind < 8; kind++) {
            bytes.put(0, kind);
            assertThat(SnapshotMessageCodec.isSnapshot(bytes, 0, bytes.remaining()))
                    .isEqualTo(kind == 4);
        }
    }

    private static SnapshotMessage copy(SnapshotMessage message) {
        ByteBuffer bytes = SnapshotMessageCodec.write(message);
        return SnapshotMessageCodec.read(bytes, 0, bytes.remaining());
    }
}
