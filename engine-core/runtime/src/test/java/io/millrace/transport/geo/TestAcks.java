// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.geo;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Acknowledgements as a receiver sends them. */
public final class TestAcks {

    private TestAcks() {}

    /** Returns the acknowledgement of a receiver that has all before a sequence, and nothing else. */
    public static ByteBuffer allBefore(long next, int channel, long epoch) {
        ByteBuffer ack = ByteBuffer.allocate(GeoAckDescriptor.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        GeoAckDescriptor.putHead(ack, channel, epoch, next, 1, 1, 1, 1 << 20);
        return ack.limit(GeoAckDescriptor.length(ack, 0));
    }
}
