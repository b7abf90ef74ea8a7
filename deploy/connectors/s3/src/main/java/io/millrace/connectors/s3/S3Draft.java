// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import io.millrace.api.spi.SnapshotStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * An object that is being written: one request when it is published, or an upload of several parts if it is larger than
 * one. Used by one thread. It holds one part on the heap.
 */
final class S3Draft extends OutputStream implements SnapshotStore.Draft {

    /** Tells the object of this draft from others of its name. */
    private static final String DRAFT = "millrace-draft";

    private static final int FIRST_BYTES = 16 << 10;
    private static final int SERVER_ERRORS = 500;

    private final String name;
    private final String key;
    private final S3Location location;
    private final S3Client client;
    private final int partBytes;
    private final String id = UUID.randomUUID().toString();
    private final List<CompletedPart> parts = new ArrayList<>();

    private byte[] buffer;
    private int filled;
    private String upload;
    private boolean failed;
    private boolean over;

    S3Draft(String name, String key, S3Location location, S3Client client, int partBytes) {
        this.name = name;
        this.key = key;
        this.location = location;
        this.client = client;
        this.partBytes = partBytes;
        this.buffer = new byte[Math.min(FIRST_BYTES, partBytes)];
    }

    @Override
    public OutputStream out() {
        return this;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        requireOpen();
        int done = 0;
        while (done < length) {
            if (filled == partBytes) {
                // Only now it is known that this part is not the last one
                sendPart();
            }
            int count = Math.min(length - done, partBytes - filled);
            if (filled + count > buffer.length) {
                buffer = Arrays.copyOf(buffer, Math.min(partBytes, Math.max(2 * buffer.length, filled + count)));
            }
            System.arraycopy(bytes, offset + done, buffer, filled, count);
            filled += count;
            done += count;
        }
    }

    private void sendPart() throws IOException {
        try {
            if (upload == null) {
                upload = client.createMultipartUpload(request ->
                                request.bucket(location.bucket()).key(key).metadata(Map.of(DRAFT, id)))
                        .uploadId();
            }
            int number = parts.size() + 1;
            String tag = client.uploadPart(
                            request -> request.bucket(location.bucket())
                                    .key(key)
                                    .uploadId(upload)
                                    .partNumber(number)
                                    .contentMD5(md5()),
                            body())
                    .eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(tag).build());
            filled = 0;
        } catch (SdkException e) {
            // What the caller was writing is not complete in the buffer
            failed = true;
            throw S3Errors.explained("write " + name, location, e);
        }
    }

    @Override
    public void publish() throws IOException {
        requireOpen();
        try {
            if (upload == null) {
                client.putObject(
                        request -> request.bucket(location.bucket()).key(key).contentMD5(md5()), body());
            } else {
                sendPart();
                complete();
            }
        } catch (SdkException e) {
            throw S3Errors.explained("publish " + name, location, e);
        }
        over = true;
    }

    private void complete() {
        try {
            client.completeMultipartUpload(request -> request.bucket(location.bucket())
                    .key(key)
                    .uploadId(upload)
                    .multipartUpload(all -> all.parts(parts)));
        } catch (S3Exception e) {
            // If the answer to the first attempt was lost, the repetition finds no upload, or none of its parts, but
            // the object
            if (e.statusCode() >= SERVER_ERRORS || !isOurs()) {
                throw e;
            }
        }
    }

    private boolean isOurs() {
        try {
            return id.equals(client.headObject(
                            request -> request.bucket(location.bucket()).key(key))
                    .metadata()
                    .get(DRAFT));
        } catch (NoSuchKeyException e) {
            return false;
        }
    }

    private void requireOpen() throws IOException {
        if (over || failed) {
            throw new IOException("the draft of " + name + " in " + location + " has ended: begin another one");
        }
    }

    @Override
    public void close() throws IOException {
        if (over) {
            return;
        }
        over = true;
        if (upload == null) {
            return;
        }
        try {
            client.abortMultipartUpload(
                    request -> request.bucket(location.bucket()).key(key).uploadId(upload));
        } catch (NoSuchUploadException e) {
            // It was removed, or has become an object although its writer got no answer
        } catch (SdkException e) {
            throw S3Errors.explained("drop the draft of " + name, location, e);
        }
    }

    private RequestBody body() {
        // The buffer is not changed before the request has ended
        return RequestBody.fromContentProvider(
                () -> new ByteArrayInputStream(buffer, 0, filled), filled, "application/octet-stream");
    }

    private String md5() {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            digest.update(buffer, 0, filled);
            return Base64.getEncoder().encodeToString(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
