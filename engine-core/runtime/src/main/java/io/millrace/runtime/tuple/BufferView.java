// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.tuple;

import io.millrace.api.PayloadView;
import java.nio.ByteBuffer;

/** A view of an array or buffer that is not in a ring. Any thread may read it. */
final class BufferView implements PayloadView {

    static final String REFUSED =
            "a view is read after its tuple was acked or failed: read it before, or copy what you keep";

    private final DataTuple tuple;
    private final ByteBuffer bytes;

    /** @param bytes bytes of the value; big-endian */
    BufferView(DataTuple tuple, ByteBuffer bytes) {
        this.tuple = tuple;
        this.bytes = bytes;
    }

    private ByteBuffer bytes() {
        if (tuple.isSettledAcquire()) {
            throw new IllegalStateException(REFUSED);
        }
        return bytes;
    }

    @Override
    public int length() {
        return bytes.capacity();
    }

    @Override
    public byte get(int index) {
        return bytes().get(index);
    }

    @Override
    public int getInt(int index) {
        return bytes().getInt(index);
    }

    @Override
    public long getLong(int index) {
        return bytes().getLong(index);
    }

    @Override
    public void get(int index, byte[] target, int offset, int length) {
        bytes().get(index, target, offset, length);
    }

    @Override
    public void get(int index, ByteBuffer target) {
        int length = target.remaining();
        target.put(target.position(), bytes(), index, length);
        target.position(target.position() + length);
    }
}
