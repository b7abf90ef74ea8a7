// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import java.io.InputStream;
import java.net.URI;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.blobstore.BlobStore;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.services.s3.model.CreateBucketRequest;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;

/** S3Proxy within this JVM: a server that speaks S3's protocol, checks signatures, and keeps objects in memory. */
final class S3Server implements AutoCloseable {

    static final String BUCKET = "state";

    private final BlobStore objects = new TransientNio2BlobStore();
    private final S3Proxy server;

    S3Server() {
        objects.createContainer(CreateBucketRequest.builder().bucket(BUCKET).build());
        server = S3Proxy.builder()
                .blobStore(objects)
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(
                        AuthenticationType.AWS_V4,
                        System.getenv("AWS_ACCESS_KEY_ID"),
                        System.getenv("AWS_SECRET_ACCESS_KEY"))
                .build();
        try {
            server.start();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not start", e);
        }
    }

    int port() {
        return server.getPort();
    }

    /** Puts an empty object into the bucket, without a request. */
    void put(String name) {
        objects.putBlob(
                PutObjectRequest.builder()
                        .bucket(BUCKET)
                        .key(name)
                        .contentLength(0L)
                        .build(),
                InputStream.nullInputStream());
    }

    /** The location of a store whose requests go to a port of this machine. */
    static URI location(int port, String prefix, String parameters) {
        return URI.create("s3://" + BUCKET + "/" + prefix + "?endpoint=http://127.0.0.1:" + port + parameters);
    }

    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not stop", e);
        }
    }
}
