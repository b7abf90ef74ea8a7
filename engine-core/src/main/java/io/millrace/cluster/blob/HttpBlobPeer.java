package io.millrace.cluster.blob;

import io.millrace.cluster.http.HttpTarget;
import io.millrace.cluster.model.RestPaths;
import java.io.IOException;
import java.io.InputStream;

/** The files of a controller or supervisor, by HTTP. Any thread. */
public final class HttpBlobPeer implements BlobSource {

    private final HttpTarget target;

    public HttpBlobPeer(String host, int port) {
        this.target = new HttpTarget(host, port, null);
    }

    @Override
    public InputStream open(String digest) throws IOException {
        return new PacedInput(target.stream(RestPaths.BLOBS + digest), HttpBlobPeer::millis);
    }

    @Override
    public String toString() {
        return target.toString();
    }

    private static long millis() {
        return System.nanoTime() / 1_000_000;
    }
}
