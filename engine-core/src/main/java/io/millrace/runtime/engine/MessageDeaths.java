package io.millrace.runtime.engine;

import io.millrace.api.Tuple;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.StableHash;
import io.millrace.runtime.codec.ValuesCodec;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Counts how many engines of a task have died on a message. A message that its spout emits again is another tuple with the same values, so messages are told
 * apart by a hash of those. Confined to the task's thread.
 */
final class MessageDeaths {

    /** On a message that has as many, no further engine is started. */
    static final int MOST = 3;

    /** So many messages are remembered; then those of which nothing has been heard for longest are forgotten. */
    private static final int REMEMBERED = 1_024;

    private final Supplier<ValuesCodec> codecs;

    /** Made with the first death. */
    private ValuesCodec codec;

    private final Map<Long, Integer> deaths = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > REMEMBERED;
        }
    };

    MessageDeaths(Supplier<ValuesCodec> codecs) {
        this.codecs = codecs;
    }

    /** An engine has died on this message. Returns whether it must not be tried again. */
    boolean died(Tuple message) {
        long hash = hash(message);
        if (deaths.merge(hash, 1, Integer::sum) < MOST) {
            return false;
        }
        deaths.remove(hash);
        return true;
    }

    /** This message has been processed. */
    void processed(Tuple message) {
        if (!deaths.isEmpty()) {
            deaths.remove(hash(message));
        }
    }

    private long hash(Tuple message) {
        Object[] values = message.values().toArray();
        if (codec == null) {
            codec = codecs.get();
        }
        try {
            return StableHash.of(Arrays.asList(values), codec);
        } catch (CodecException e) {
            // Objects of classes that are not registered, which threads may get
            return Arrays.deepHashCode(values);
        }
    }
}
