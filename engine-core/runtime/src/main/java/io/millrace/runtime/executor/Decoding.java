package io.millrace.runtime.executor;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.task.Task;
import io.millrace.runtime.tuple.AckMessage;
import io.millrace.runtime.tuple.ControlMessage;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.ServiceMessage;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleGroup;
import io.millrace.runtime.tuple.UnreadableTupleException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes the tuples and acks that reach one executor, and drops malformed messages. Only the executor's thread calls
 * it.
 */
public final class Decoding {

    private static final Logger LOG = LoggerFactory.getLogger(Decoding.class);

    private final Executor executor;
    private final TupleDecoder decoder;
    private final LinkKind link;
    private final AckBuffer acks = new AckBuffer();
    private boolean malformedSeen;

    public Decoding(Executor executor, TupleDecoder decoder, LinkKind link) {
        this.executor = executor;
        this.decoder = decoder;
        this.link = link;
    }

    /**
     * Returns the tuple of a message. Returns null if the message held acks, which are applied, or several tuples, which are delivered, came from a service,
     * or was dropped.
     *
     * @param senderClockOffset as {@link TupleDecoder} takes it
     * @param sent as {@link TupleDecoder} takes it
     */
    public DataTuple tuple(
            int targetTask, ByteBuffer buffer, int offset, int length, long senderClockOffset, long sent) {
        return tuple(targetTask, buffer, offset, length, TupleDecoder.NO_PAYLOAD, null, senderClockOffset, sent);
    }

    /**
     * The same for a message of which a value was received apart.
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
        try {
            if (TupleDecoder.isTuple(buffer, offset, length)) {
                DataTuple tuple =
                        decoder.read(targetTask, buffer, offset, length, payloadAt, payload, senderClockOffset, sent);
                tuple.arrivedBy(link);
                tuple.bytes(payload == null ? length : length + payload.length);
                return tuple;
            }
            if (ServiceMessage.isService(buffer, offset, length)) {
                executor.serviceInbox().onMessage(buffer, offset, length);
                return null;
            }
            if (ControlMessage.isControl(buffer, offset, length)) {
                executor.arrivals().onControl(buffer, offset, length);
                return null;
            }
            if (TupleGroup.isGroup(buffer, offset, length)) {
                TupleGroup.read(
                        buffer,
                        offset,
                        length,
                        (target, bytes, at, size) -> deliver(target, bytes, at, size, senderClockOffset));
                return null;
            }
            AckMessage.read(buffer, offset, length, acks);
            executor.arrivals().apply(acks);
        } catch (UnreadableTupleException e) {
            unreadable(targetTask, e);
            executor.counters().addReceived(link);
        } catch (CodecException e) {
            dropped(targetTask, e);
            if (TupleDecoder.isTuple(buffer, offset, length)) {
                executor.counters().addReceived(link);
            }
        }
        acks.clear();
        return null;
    }

    private void deliver(int targetTask, ByteBuffer buffer, int offset, int length, long senderClockOffset) {
        DataTuple tuple = tuple(targetTask, buffer, offset, length, senderClockOffset, DataTuple.UNKNOWN_TIME);
        if (tuple != null) {
            executor.arrivals().deliver(tuple);
        }
    }

    /** The error counts for the task that would have got the tuple. Its trees fail now, not by their time-out. */
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
