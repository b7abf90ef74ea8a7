// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import static io.millrace.runtime.tuple.ServiceDescriptor.CLIENT_OFFSET;
import static io.millrace.runtime.tuple.ServiceDescriptor.CODE_OFFSET;
import static io.millrace.runtime.tuple.ServiceDescriptor.HEAD;
import static io.millrace.runtime.tuple.ServiceDescriptor.KIND_OFFSET;
import static io.millrace.runtime.tuple.ServiceDescriptor.NUMBER_OFFSET;
import static io.millrace.runtime.tuple.ServiceDescriptor.SERVICE;
import static io.millrace.runtime.tuple.ServiceDescriptor.SOURCE_OFFSET;
import static io.millrace.runtime.tuple.ServiceDescriptor.STREAM_OFFSET;
import static io.millrace.runtime.tuple.ServiceDescriptor.TASK_OFFSET;
import static io.millrace.runtime.tuple.ServiceDescriptor.VERB_OFFSET;

import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;

/**
 * A message between a service in another process, called the client, and a task at which it feeds, asks or takes.
 * Immutable, except for the values themselves.
 *
 * @param stream index of the stream of a result; else 0
 * @param task end that it goes to or comes from
 * @param source task that emitted a result or an answer; else 0
 * @param client id of the client, in both directions
 * @param values values; null if it has none
 */
public record ServiceMessage(
        Verb verb, int stream, int task, int source, int code, long client, long number, Object[] values) {

    /** The purpose of a message. */
    public enum Verb {
        /** Client to task: an untracked tuple. */
        FEED,
        /**
         * Client to task: a tracked tuple. {@code number} names the request, {@code code} has bits of {@link Flags}.
         */
        ASK,
        /** Client to task: the request {@code number} is given up. */
        CANCEL,
        /**
         * Client to task: begins the subscription {@code number} with a window of {@code code} tuples. The values are
         * its name, the number under which it has begun at first, and how many results have come since then. It goes on
         * when messages may have been lost.
         */
        SUBSCRIBE,
        /** Client to task: ends the subscription {@code number}. */
        UNSUBSCRIBE,
        /**
         * Client to task: {@code code} tuples of the subscription {@code number} were taken in all. If the subscription
         * drops tuples, the value is how many.
         */
        CONSUMED,
        /**
         * Client to an executor: begins anew, as at first and after losses. {@code code} is the number of the hello.
         */
        HELLO,
        /**
         * Executor to client: it has no requests and no subscriptions of the client, and takes some from now on.
         * {@code code} is that of the hello; 0 if it has not got one, and asks for it. {@code task} is one of its
         * tasks, the value is its worker.
         */
        WELCOME,
        /** Task to client: {@code number} fed tuples were taken in all since the hello {@code code}. */
        TAKEN,
        /** Task to client: gives back a fed tuple that the task had not emitted when it was closed. */
        RETURNED,
        /** Task to client: the first answer to the request {@code number}. */
        ANSWER,
        /** Task to client: the tree of the request {@code number} is complete. */
        DONE,
        /** Task to client: the request {@code number} has failed. {@code code} is the reason, the value is the text. */
        FAILED,
        /** Task to client: the task was closed before the request {@code number} has ended. */
        ORPHANED,
        /** Task to client: a tuple for the subscription {@code number}. */
        RESULT,
        /** Client to an executor: asks for a sign of life. {@code code} is that of the last hello. */
        PROBE,
        /** Executor to client: answers a probe. {@code task} is one of its tasks, {@code code} that of the probe. */
        ALIVE
    }

    /** Bits of the code of {@link Verb#ASK}. */
    public static final class Flags {

        /** The bit says that an answer is wanted, and not only the end of the tree. */
        public static final int ASKED = 1;

        /** The bit says that the request is repeated if a worker dies that may have held a part of its tree. */
        public static final int REPEATED_ON_DEATH = 2;

        private Flags() {}
    }

    private static final Verb[] VERBS = Verb.values();

    /** Makes a message without a stream and a source. */
    public static ServiceMessage of(Verb verb, int task, int code, long client, long number, Object... values) {
        return new ServiceMessage(verb, 0, task, 0, code, client, number, values.length == 0 ? null : values);
    }

    /** Returns whether a message is one of services. */
    public static boolean isService(ByteBuffer buffer, int offset, int length) {
        return length >= HEAD && buffer.get(offset + KIND_OFFSET) == SERVICE;
    }

    /** Returns how many bytes {@link #write} takes, which must be called next with this codec. */
    public int sizeOf(ValuesCodec codec) {
        return values == null ? HEAD : HEAD + codec.sizeOf(values);
    }

    public void write(ValuesCodec codec, ByteBuffer buffer, int offset) {
        buffer.put(offset + KIND_OFFSET, SERVICE);
        buffer.put(offset + VERB_OFFSET, (byte) verb.ordinal());
        buffer.putShort(offset + STREAM_OFFSET, (short) stream);
        buffer.putInt(offset + TASK_OFFSET, task);
        buffer.putInt(offset + SOURCE_OFFSET, source);
        buffer.putInt(offset + CODE_OFFSET, code);
        buffer.putLong(offset + CLIENT_OFFSET, client);
        buffer.putLong(offset + NUMBER_OFFSET, number);
        if (values != null) {
            codec.write(buffer, offset + HEAD, values);
        }
    }

    /** Returns a message without its values; null if its verb is unknown. */
    public static ServiceMessage head(ByteBuffer buffer, int offset) {
        int verb = buffer.get(offset + VERB_OFFSET);
        return verb < 0 || verb >= VERBS.length ? null : read(buffer, offset, null);
    }

    /** Decodes a message for which {@link #isService} is true. Throws {@link CodecException} if it is malformed. */
    public static ServiceMessage read(ValuesCodec codec, ByteBuffer buffer, int offset, int length) {
        Object[] values = length == HEAD ? null : codec.read(buffer, offset + HEAD, offset + length);
        return read(buffer, offset, values);
    }

    private static ServiceMessage read(ByteBuffer buffer, int offset, Object[] values) {
        int verb = buffer.get(offset + VERB_OFFSET);
        if (verb < 0 || verb >= VERBS.length) {
            throw new CodecException("a message of a service has the verb " + verb + ": it is malformed");
        }
        return new ServiceMessage(
                VERBS[verb],
                buffer.getShort(offset + STREAM_OFFSET) & 0xFFFF,
                buffer.getInt(offset + TASK_OFFSET),
                buffer.getInt(offset + SOURCE_OFFSET),
                buffer.getInt(offset + CODE_OFFSET),
                buffer.getLong(offset + CLIENT_OFFSET),
                buffer.getLong(offset + NUMBER_OFFSET),
                values);
    }
}
