// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import io.millrace.api.Tuple;
import io.millrace.api.error.Foreign;
import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * Hashes messages by their values, as a message that its spout emits again is another tuple. A large message takes
 * milliseconds, so the threads of engines hash. Confined to one thread.
 */
final class MessageHash {

    private final Supplier<ValuesCodec> codecs;

    /** The codec, which is made with the first message. */
    private ValuesCodec codec;

    MessageHash(Supplier<ValuesCodec> codecs) {
        this.codecs = codecs;
    }

    /** Returns a hash function for another thread. */
    MessageHash another() {
        return new MessageHash(codecs);
    }

    /**
     * Returns a hash of the message's values, or of its identity if they have none. Throws only errors that end the
     * worker.
     */
    long of(Tuple message) {
        try {
            return ofValues(message.values().toArray());
        } catch (Throwable e) {
            Foreign.throwIfFatal(e);
            // The values were in a ring and the message has failed already, or a method of an author's class throws
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
            // The values contain objects of unregistered classes, which engines that are threads may get
            return Arrays.deepHashCode(values);
        }
    }
}
