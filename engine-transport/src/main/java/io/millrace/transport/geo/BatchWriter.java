// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import io.millrace.transport.geo.model.Codec;
import io.millrace.transport.geo.model.CodecCost;
import io.millrace.transport.geo.model.CostFit;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * Makes messages of open batches, and measures the cost of that. While batches are not compressed, some are compressed
 * only to measure what compression would save. Used by one thread.
 */
final class BatchWriter {

    /** The interval, in batches, at which one is compressed only for the measurement. */
    private static final int TRIAL_BATCHES = 128;

    private static final double WEIGHT = 0.1;
    private static final double NANOS = 1e9;

    private final GeoSenderSettings settings;
    private final BatchCodec codec;
    private final MessagePool pool;
    private final LongSupplier clock;
    private final CostFit plainCost = new CostFit();
    private final CostFit compressedCost = new CostFit();
    private double ratio;
    private long closed;
    private long closedBytes;

    /** @param codec the codec; null for no compression at all */
    BatchWriter(GeoSenderSettings settings, BatchCodec codec, MessagePool pool, LongSupplier clock) {
        this.settings = settings;
        this.codec = codec;
        this.pool = pool;
        this.clock = clock;
    }

    /** Makes a message of the open batch, which is empty afterwards. */
    SentBatch close(OpenBatch open, long sequence, boolean compress, boolean marker) {
        long start = clock.getAsLong();
        int bytes = open.bytes();
        int flags = marker ? GeoDescriptor.MARKER : 0;
        ByteBuffer message = open.message();
        int sentBytes = bytes;
        // The receiver has room for at most that many bytes
        if (codec != null && compress && bytes <= settings.maxBatchBytes()) {
            ByteBuffer compressed = compress(message, bytes);
            int smaller = compressed.limit() - GeoDescriptor.HEAD_BYTES;
            measure(compressedCost, bytes, start);
            note(bytes, smaller);
            if (smaller < bytes) {
                pool.give(message);
                message = compressed.clear();
                sentBytes = smaller;
                flags |= GeoDescriptor.COMPRESSED;
            } else {
                pool.give(compressed.clear());
            }
        }
        GeoDescriptor.putHead(
                message,
                flags,
                settings.channel(),
                settings.epoch(),
                sequence,
                open.intendedNanos(),
                open.events(),
                bytes,
                sentBytes);
        int length = GeoDescriptor.HEAD_BYTES + sentBytes;
        closedBytes += length;
        SentBatch batch = new SentBatch(sequence, message, length, open.events(), closedBytes, start);
        if (!compress) {
            measure(plainCost, bytes, start);
            if (codec != null && closed % TRIAL_BATCHES == 0) {
                tryCompression(message, bytes);
            }
        }
        closed++;
        open.handedOver();
        return batch;
    }

    private void tryCompression(ByteBuffer message, int bytes) {
        long start = clock.getAsLong();
        ByteBuffer compressed = compress(message, bytes);
        measure(compressedCost, bytes, start);
        note(bytes, compressed.limit() - GeoDescriptor.HEAD_BYTES);
        pool.give(compressed.clear());
    }

    /** Returns a message whose limit is the end of the compressed events. */
    private ByteBuffer compress(ByteBuffer message, int bytes) {
        ByteBuffer compressed = pool.take(GeoDescriptor.HEAD_BYTES + codec.maxCompressed(bytes));
        int length = codec.compress(message, GeoDescriptor.HEAD_BYTES, bytes, compressed, GeoDescriptor.HEAD_BYTES);
        return compressed.limit(GeoDescriptor.HEAD_BYTES + length);
    }

    private void measure(CostFit cost, int bytes, long start) {
        cost.add(bytes, Math.max(0, clock.getAsLong() - start) / NANOS);
    }

    private void note(int bytes, int compressed) {
        double now = (double) Math.max(1, compressed) / bytes;
        ratio = ratio == 0 ? now : ratio + WEIGHT * (now - ratio);
    }

    Codec plain(CodecCost decoding) {
        return new Codec(plainCost.cost(), decoding, 1);
    }

    /** Returns the measured compression; null if there is no codec, or nothing was measured yet. */
    Codec compressed(CodecCost decoding) {
        return ratio == 0 ? null : new Codec(compressedCost.cost(), decoding, ratio);
    }
}
