// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import io.millrace.api.CommittingBolt;
import io.millrace.runtime.codec.CodecException;
import io.millrace.runtime.codec.ValuesCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Blocks that hold values: positions of spouts, and prepared transactions of bolts. Confined to a thread, as its codec.
 */
public final class ValueBlocks {

    private final ValuesCodec codec;

    public ValueBlocks(ValuesCodec codec) {
        this.codec = codec;
    }

    ByteBuffer position(Object value) {
        return encoded(new Object[] {value});
    }

    /** Returns the content of a block of kind {@code POSITION}; may be null. */
    public Object position(ByteBuffer block) {
        Object[] values = decoded(block);
        if (values.length != 1) {
            throw new CodecException("malformed position: it has " + values.length + " values instead of 1");
        }
        return values[0];
    }

    ByteBuffer prepared(List<CommittingBolt.Prepared> handles) {
        Object[] values = new Object[handles.size() * 3];
        int at = 0;
        for (CommittingBolt.Prepared each : handles) {
            values[at++] = each.snapshotId();
            values[at++] = each.taskIndex();
            values[at++] = each.handle();
        }
        return encoded(values);
    }

    /** Returns the content of a block of kind {@code PREPARED}. */
    public List<CommittingBolt.Prepared> prepared(ByteBuffer block) {
        Object[] values = decoded(block);
        List<CommittingBolt.Prepared> handles = new ArrayList<>();
        for (int at = 0; at < values.length; at += 3) {
            if (at + 3 > values.length
                    || !(values[at] instanceof Long snapshotId)
                    || !(values[at + 1] instanceof Integer taskIndex)) {
                throw new CodecException("malformed prepared work: value " + at + " of " + values.length);
            }
            handles.add(new CommittingBolt.Prepared(snapshotId, taskIndex, values[at + 2]));
        }
        return handles;
    }

    private ByteBuffer encoded(Object[] values) {
        ByteBuffer block = ByteBuffer.allocate(codec.sizeOf(values));
        codec.write(block, 0, values);
        return block;
    }

    private Object[] decoded(ByteBuffer block) {
        return codec.read(block, block.position(), block.limit());
    }
}
