// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.ALIGNED;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.GENERATION_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.HEAD;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.KIND_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.MAX_REASON_CHARS;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.NUMBER_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.OVERTAKES;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.SNAPSHOT;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.SNAPSHOT_ID_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.SOURCE_OFFSET;
import static io.millrace.runtime.snapshot.SnapshotMessageDescriptor.VERB_OFFSET;

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

/** Encodes and decodes messages about snapshots. Stateless. {@link SnapshotMessageDescriptor} is the layout. */
public final class SnapshotMessageCodec {

    private SnapshotMessageCodec() {}

    /** Returns whether a message is about snapshots. */
    public static boolean isSnapshot(ByteBuffer buffer, int offset, int length) {
        return length >= HEAD && buffer.get(offset + KIND_OFFSET) == SNAPSHOT;
    }

    /** Returns the encoded message. Its length is {@code remaining()}. */
    public static ByteBuffer write(SnapshotMessage message) {
        MessageBytes out = new MessageBytes();
        if (message instanceof Reset m) {
            out.head(SnapshotMessageDescriptor.RESET, 0, m.generation(), m.snapshotId(), m.epoch());
            out.text(m.manifest());
            out.text(m.digest());
            out.number(m.term().assignment());
            out.number(m.term().epoch());
        } else if (message instanceof Start m) {
            out.head(SnapshotMessageDescriptor.START, 0, m.generation(), 0, 0);
        } else if (message instanceof Trigger m) {
            out.head(
                    SnapshotMessageDescriptor.TRIGGER,
                    0,
                    m.generation(),
                    m.snapshotId(),
                    m.aligned() ? ALIGNED : m.overtakes() ? OVERTAKES : 0);
        } else if (message instanceof Abort m) {
            out.head(SnapshotMessageDescriptor.ABORT, 0, m.generation(), m.snapshotId(), 0);
            out.text(cut(m.reason()));
        } else if (message instanceof Committed m) {
            out.head(SnapshotMessageDescriptor.COMMITTED, 0, m.generation(), m.snapshotId(), flag(m.holdsTuples()));
        } else if (message instanceof Join m) {
            out.head(SnapshotMessageDescriptor.JOIN, 0, 0, 0, m.epoch());
            out.text(m.worker());
        } else if (message instanceof Ready m) {
            out.head(SnapshotMessageDescriptor.READY, 0, m.generation(), 0, m.epoch());
            out.text(m.worker());
        } else if (message instanceof Written m) {
            written(m, out);
        } else if (message instanceof Failed m) {
            out.head(SnapshotMessageDescriptor.FAILED, 0, m.generation(), m.snapshotId(), 0);
            out.text(m.worker());
            out.text(cut(m.reason()));
        } else if (message instanceof CommitDone m) {
            out.head(SnapshotMessageDescriptor.COMMIT_DONE, 0, m.generation(), m.snapshotId(), 0);
            out.text(m.worker());
        } else if (message instanceof Unreadable m) {
            out.head(SnapshotMessageDescriptor.UNREADABLE, 0, m.generation(), 0, 0);
            out.text(m.manifest());
            out.text(cut(m.reason()));
        } else if (message instanceof GoBack m) {
            out.head(SnapshotMessageDescriptor.GO_BACK, 0, m.generation(), 0, 0);
            out.text(m.worker());
            out.text(cut(m.reason()));
        } else if (message instanceof Broken m) {
            out.head(SnapshotMessageDescriptor.BROKEN, 0, m.generation(), 0, m.number());
            out.text(m.worker());
            out.text(cut(m.reason()));
        } else if (message instanceof Waits m) {
            out.head(SnapshotMessageDescriptor.WAITS, 0, m.generation(), m.snapshotId(), m.arrived());
            out.text(m.worker());
            out.text(cut(m.what()));
        } else if (message instanceof Hold m) {
            out.head(SnapshotMessageDescriptor.HOLD, m.sourceTask(), m.generation(), m.snapshotId(), m.targetTask());
        } else if (message instanceof Release m) {
            out.head(SnapshotMessageDescriptor.RELEASE, m.sourceTask(), m.generation(), m.snapshotId(), m.targetTask());
        }
        return out.flip();
    }

    /**
     * Decodes a message.
     *
     * @throws CodecException if the message is malformed
     */
    public static SnapshotMessage read(ByteBuffer buffer, int offset, int length) {
        if (!isSnapshot(buffer, offset, length)) {
            throw new CodecException("a message of " + length + " bytes is not about snapshots: it is malformed");
        }
        ByteBuffer in = buffer.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        int source = in.getInt(offset + SOURCE_OFFSET);
        long generation = in.getLong(offset + GENERATION_OFFSET);
        long id = in.getLong(offset + SNAPSHOT_ID_OFFSET);
        long number = in.getLong(offset + NUMBER_OFFSET);
        MessageReader rest = new MessageReader(in, offset + HEAD, offset + length);
        int verb = in.get(offset + VERB_OFFSET);
        SnapshotMessage message = switch (verb) {
            case SnapshotMessageDescriptor.RESET -> {
                String manifest = rest.text();
                String digest = rest.text();
                Term term = new Term(rest.number(), rest.number());
                yield new Reset(generation, number, term, id, manifest, digest);
            }
            case SnapshotMessageDescriptor.START -> new Start(generation);
            case SnapshotMessageDescriptor.TRIGGER ->
                new Trigger(generation, id, number == ALIGNED, number == OVERTAKES);
            case SnapshotMessageDescriptor.ABORT -> new Abort(generation, id, rest.text());
            case SnapshotMessageDescriptor.COMMITTED -> new Committed(generation, id, number != 0);
            case SnapshotMessageDescriptor.JOIN -> new Join(rest.text(), number);
            case SnapshotMessageDescriptor.READY -> new Ready(rest.text(), number, generation);
            case SnapshotMessageDescriptor.WRITTEN -> written(generation, id, number, source, rest);
            case SnapshotMessageDescriptor.FAILED -> new Failed(generation, id, rest.text(), rest.text());
            case SnapshotMessageDescriptor.COMMIT_DONE -> new CommitDone(generation, id, rest.text());
            case SnapshotMessageDescriptor.UNREADABLE -> new Unreadable(generation, rest.text(), rest.text());
            case SnapshotMessageDescriptor.GO_BACK -> new GoBack(generation, rest.text(), rest.text());
            case SnapshotMessageDescriptor.BROKEN -> new Broken(generation, rest.text(), number, rest.text());
            case SnapshotMessageDescriptor.WAITS -> new Waits(generation, id, rest.text(), rest.text(), number);
            case SnapshotMessageDescriptor.HOLD -> new Hold(generation, id, task(number), source);
            case SnapshotMessageDescriptor.RELEASE -> new Release(generation, id, task(number), source);
            default -> throw new CodecException("a message about snapshots has the verb " + verb + ": it is malformed");
        };
        rest.end();
        return message;
    }

    private static void written(Written message, MessageBytes out) {
        WorkerPart part = message.part();
        SnapshotDurations durations = message.durations();
        out.head(
                SnapshotMessageDescriptor.WRITTEN,
                durations.slowestTask(),
                message.generation(),
                message.snapshotId(),
                part.bytes());
        out.text(part.worker());
        out.text(part.file());
        out.text(part.digest());
        out.count(part.references().size());
        part.references().forEach(out::text);
        out.number(durations.travelNanos());
        out.number(durations.alignmentNanos());
        out.number(durations.copyNanos());
        out.number(durations.writeNanos());
        out.number(durations.slowestNanos());
        out.number(message.wholeBytes());
        out.number(flag(message.holdsTuples()));
    }

    private static Written written(long generation, long id, long bytes, int slowest, MessageReader in) {
        WorkerPart part = new WorkerPart(in.text(), in.text(), bytes, in.text(), in.texts());
        SnapshotDurations durations =
                new SnapshotDurations(in.number(), in.number(), in.number(), in.number(), slowest, in.number());
        return new Written(generation, id, part, in.number(), durations, in.number() != 0);
    }

    private static long flag(boolean on) {
        return on ? 1 : 0;
    }

    private static int task(long number) {
        if (number != (int) number) {
            throw new CodecException("a message about snapshots names the task " + number + ": it is malformed");
        }
        return (int) number;
    }

    private static String cut(String reason) {
        return reason.length() <= MAX_REASON_CHARS ? reason : reason.substring(0, MAX_REASON_CHARS);
    }
}
