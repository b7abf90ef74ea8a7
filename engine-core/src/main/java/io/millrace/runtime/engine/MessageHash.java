package io.millrace.runtime.engine;

import io.millrace.api.Tuple;
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

    long of(Tuple message) {
        Object[] values;
        try {
            values = message.values().toArray();
        } catch (IllegalStateException e) {
            // Its values were in a ring, and it has failed already
            return System.identityHashCode(message);
        }
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
