package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Throws if a request body is longer than allowed. */
final class BoundedInput extends FilterInputStream {

    private final long most;
    private long left;

    BoundedInput(InputStream in, long most) {
        super(in);
        this.most = most;
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        int value = super.read();
        count(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = super.read(bytes, offset, length);
        count(Math.max(0, read));
        return read;
    }

    private void count(int bytes) {
        left -= bytes;
        if (left < 0) {
            throw new ClusterException(Reason.REFUSED, "request body is longer than " + most + " bytes");
        }
    }
}
