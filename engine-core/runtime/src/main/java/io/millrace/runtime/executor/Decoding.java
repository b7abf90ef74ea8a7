// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleBatch;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.UnreadableTupleException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes the tuples that reach one executor, and drops malformed messages. Only the executor's thread calls it.
 */
public final class Decoding {

    private static final Logger LOG = LoggerFactory.getLogger(Decoding.class);

    private final Executor executor;
    private final TupleDecoder decoder;
    private final LinkKind link;
    private boolean malformedSeen;

    public Decoding(Executor executor, TupleDecoder decoder, LinkKind link) {
        this.executor = executor;
        this.decoder = decoder;
        this.link = link;
    }

    /**
     * Takes a message: delivers its tuples, or hands it to the handler of its kind.
     *
     * @param senderClockOffset as {@link TupleDecoder} takes it
     */
    void deliver(int targetTask, ByteBuffer buffer, int offset, int length, long senderClockOffset) {
        if (TupleDecoder.isTuple(buffer, offset, length)) {
            DataTuple tuple = tuple(targetTask, buffer, offset, length, senderClockOffset, DataTuple.UNKNOWN_TIME);
            if (tuple != null) {
                executor.arrivals().deliver(tuple);
            }
            return;
        }
        try {
            if (TupleBatch.isBatch(buffer, offset, length)) {
                TupleBatch.read(
                        buffer,
                        offset,
                        length,
                        (target, bytes, at, size) -> deliver(target, bytes, at, size, senderClockOffset));
            } else {
                executor.arrivals().onMessage(buffer, offset, length);
            }
        } catch (CodecException e) {
            dropped(targetTask, e);
        }
    }

    /**
     * Returns the tuple of a message, to be delivered. Returns null for a tuple that cannot be read, which was reported
     * to its task, and for a message that is no tuple, which was dropped.
     *
     * @param senderClockOffset as {@link TupleDecoder} takes it
     * @param sent as {@link TupleDecoder} takes it
     */
    public DataTuple tuple(
            int targetTask, ByteBuffer buffer, int offset, int length, long senderClockOffset, long sent) {
        return tuple(targetTask, buffer, offset, length, TupleDecoder.NO_PAYLOAD, null, senderClockOffset, sent);
    }

    /**
     * Returns the tuple of a message of which a value was received apart, to be delivered; null as in the other method.
     *
     * @param payloadAt as {@link TupleDecoder} takes it
     * @param payload as {@link TupleDecoder} takes it
     */
    public DataTuple tuple(
            int targetTask,
            ByteBuffer buffer,
            int offset,
            int length,
            int payloadAt,
            byte[] payload,
            long senderClockOffset,
            long sent) {
        if (!TupleDecoder.isTuple(buffer, offset, length)) {
            dropped(targetTask, new CodecException("a message of " + length + " bytes is no tuple: it is malformed"));
            return null;
        }
        try {
            DataTuple tuple =
                    decoder.read(targetTask, buffer, offset, length, payloadAt, payload, senderClockOffset, sent);
            tuple.arrivedBy(link);
            tuple.bytes(payload == null ? length : length + payload.length);
            return tuple;
        } catch (UnreadableTupleException e) {
            unreadable(targetTask, e);
        } catch (CodecException e) {
            dropped(targetTask, e);
        }
        executor.counters().addReceived(link);
        return null;
    }

    /**
     * Reports a tuple that cannot be read. The error counts for the task that would have got the tuple. Its trees fail
     * now, not by their time-out.
     */
    private void unreadable(int targetTask, UnreadableTupleException cause) {
        Task target = executor.task(targetTask);
        if (target == null) {
            for (long root : cause.roots()) {
                executor.paths().fail(root);
            }
            dropped(targetTask, cause);
        } else {
            target.unreadable(cause);
            target.skip(cause.sourceTask(), cause.generation());
        }
    }

    private void dropped(int targetTask, CodecException cause) {
        if (!malformedSeen) {
            malformedSeen = true;
            LOG.warn(
                    "{} drops a message for task {} that came by {}; further ones are dropped silently: {}",
                    executor,
                    targetTask,
                    link,
                    cause.getMessage());
        }
    }
}
