package io.millrace.runtime.engine;

import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Hashes messages by their values: a message that its spout emits again is another tuple. It takes milliseconds for large ones, so the threads of engines do it.
 * Confined to one thread.
 */
final class MessageHash {

    private final Supplier<ValuesCodec> codecs;

    /** Made with the first message. */
    private ValuesCodec codec;

    MessageHash(Supplier<ValuesCodec> codecs) {
        this.codecs = codecs;
    }

    /** Returns one for another thread. */
    MessageHash another() {
        return new MessageHash(codecs);
    }

    /** Returns a hash of the message's values; of its identity if they cannot be hashed. Throws only what ends the worker. */
    long of(Tuple message) {
        try {
            return ofValues(message.values().toArray());
        } catch (Throwable e) {
            Foreign.throwIfFatal(e);
            // Its values were in a ring, and it has failed already; or a method of an author's class throws
            return System.identityHashCode(message);
        }
    }

    private long ofValues(Object[] values) {
        try {
            if (codec == null) {
                codec = codecs.get();
            }
            return StableHash.of(Arrays.asList(values), codec);
        } catch (RuntimeException e) {
            // Objects of classes that are not registered, which threads may get
            return Arrays.deepHashCode(values);
        }
    }
}
