// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.api.error.TopologyException;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.ledger.AckBuffer;
import io.millrace.runtime.metrics.LinkKind;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A link for tests within a worker that encodes and decodes its tuples. A tuple arrives as it would in another process,
 * with its own copy of the values, or not at all. A refused tuple is encoded again at the next try, as by the links
 * between workers.
 */
public final class EncodingLink implements Link {

    private static final int SCRATCH_BYTES = 4096;

    private final Link link;
    private final TupleEncoder encoder;
    private final TupleDecoder decoder;
    private ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    public EncodingLink(Link link, TupleEncoder encoder, TupleDecoder decoder) {
        this.link = link;
        this.encoder = encoder;
        this.decoder = decoder;
    }

    @Override
    public LinkKind kind() {
        return link.kind();
    }

    @Override
    public boolean offer(DataTuple tuple) {
        return link.offer(copy(tuple));
    }

    private DataTuple copy(DataTuple tuple) {
        int length = encoder.sizeOf(tuple);
        if (scratch.capacity() < length) {
            scratch = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        }
        encoder.write(tuple, scratch, 0);
        try {
            return decoder.read(tuple.targetTask(), scratch, 0, length);
        } catch (CodecException e) {
            throw new TopologyException(
                    "component '" + tuple.sourceComponent() + "' emits on stream '" + tuple.sourceStream()
                            + "' what cannot be decoded: " + e.getMessage(),
                    e);
        }
    }

    @Override
    public boolean refuses(int task) {
        return link.refuses(task);
    }

    @Override
    public boolean ringWhenResumed() {
        return link.ringWhenResumed();
    }

    @Override
    public AckBuffer send(AckBuffer acks) {
        return link.send(acks);
    }

    @Override
    public boolean sendControl(byte[] message) {
        return link.sendControl(message);
    }

    @Override
    public void close() {
        link.close();
    }
}
