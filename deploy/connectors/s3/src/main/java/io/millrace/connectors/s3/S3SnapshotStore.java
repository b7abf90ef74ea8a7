// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.s3;

import io.millrace.api.spi.SnapshotStore;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Objects of a bucket whose keys begin with a prefix. An object appears with its last request, whole. The client
 * repeats what may succeed later, within the time-out. Any thread may call it.
 */
final class S3SnapshotStore implements SnapshotStore {

    /** The bytes of each part but the last of an object. S3 takes 5 MiB or more and 10,000 parts: 78 GiB in all. */
    static final int PART_BYTES = 8 << 20;

    /** Names of objects do not contain a tilde. */
    private static final String PROBE = "~probe";

    private static final int RANGE_NOT_SATISFIABLE = 416;

    private final S3Location location;
    private final S3Client client;
    private final int partBytes;

    /** @param client is closed with the store */
    S3SnapshotStore(S3Location location, S3Client client, int partBytes) {
        this.location = location;
        this.client = client;
        this.partBytes = partBytes;
    }

    /** Checks that objects can be written and deleted. */
    void probe() throws IOException {
        String key = location.prefix() + PROBE;
        call("keep snapshots", () -> {
            client.putObject(request -> request.bucket(location.bucket()).key(key), RequestBody.empty());
            return client.deleteObject(
                    request -> request.bucket(location.bucket()).key(key));
        });
    }

    @Override
    public Draft write(String name) {
        return new S3Draft(name, key(name), location, client, partBytes);
    }

    @Override
    public ByteBuffer read(String name, long offset, int length) throws IOException {
        String key = key(name);
        if (length <= 0 || offset < 0 || offset > Long.MAX_VALUE - length) {
            return readNothing(name, offset, length);
        }
        byte[] bytes = call("read " + name, () -> {
            try {
                return client.getObject(
                        request -> request.bucket(location.bucket())
                                .key(key)
                                .range("bytes=" + offset + "-" + (offset + length - 1)),
                        S3SnapshotStore::whole);
            } catch (NoSuchKeyException e) {
                return null;
            } catch (S3Exception e) {
                if (e.statusCode() == RANGE_NOT_SATISFIABLE) {
                    return new byte[0];
                }
                throw e;
            }
        });
        if (bytes == null) {
            throw new NoSuchFileException(name);
        }
        if (bytes.length != length) {
            throw endOf(name, offset, length, offset + bytes.length);
        }
        return ByteBuffer.wrap(bytes);
    }

    /**
     * Reads an answer. A connection that ends before the body does is the end of the body for the HTTP client of older
     * releases of Java, and an error that is not repeated for that of newer ones: without this check an object that is
     * whole would count as damaged.
     */
    private static byte[] whole(GetObjectResponse head, InputStream body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        IOException end = null;
        try {
            body.transferTo(bytes);
        } catch (IOException e) {
            end = e;
        }
        if (end != null || head.contentLength() != null && head.contentLength() != bytes.size()) {
            RetryableException cut = RetryableException.create(
                    "the connection was closed after " + bytes.size() + " of " + head.contentLength() + " bytes");
            if (end != null) {
                cut.addSuppressed(end);
            }
            throw cut;
        }
        return bytes.toByteArray();
    }

    /** Reads a part that has no bytes, or cannot be there. */
    private ByteBuffer readNothing(String name, long offset, int length) throws IOException {
        long size = length(name);
        if (size < 0) {
            throw new NoSuchFileException(name);
        }
        if (length != 0 || offset < 0 || offset > size) {
            throw endOf(name, offset, length, size);
        }
        return ByteBuffer.allocate(0);
    }

    private static EOFException endOf(String name, long offset, int length, long end) {
        return new EOFException(name + " ends at byte " + end + " or before: there are no " + length
                + " bytes from byte " + offset + " on");
    }

    @Override
    public long length(String name) throws IOException {
        String key = key(name);
        return call("find " + name, () -> {
            try {
                return client.headObject(
                                request -> request.bucket(location.bucket()).key(key))
                        .contentLength();
            } catch (NoSuchKeyException e) {
                return -1L;
            }
        });
    }

    @Override
    public List<Entry> list(String prefix) throws IOException {
        List<Entry> entries = call("list '" + prefix + "'", () -> {
            List<Entry> found = new ArrayList<>();
            client.listObjectsV2Paginator(
                            request -> request.bucket(location.bucket()).prefix(location.prefix() + prefix))
                    .contents()
                    .forEach(object -> {
                        String name = object.key().substring(location.prefix().length());
                        if (isName(name)) {
                            found.add(new Entry(name, object.size()));
                        }
                    });
            return found;
        });
        entries.sort(Comparator.comparing(Entry::name));
        return entries;
    }

    private static boolean isName(String name) {
        try {
            SnapshotStore.requireName(name);
            return true;
        } catch (IllegalArgumentException e) {
            // The object is not a snapshot store's
            return false;
        }
    }

    @Override
    public void delete(String name) throws IOException {
        String key = key(name);
        call(
                "delete " + name,
                () -> client.deleteObject(
                        request -> request.bucket(location.bucket()).key(key)));
    }

    /** A draft of less than {@link #PART_BYTES} leaves nothing; a larger one leaves an upload with parts. */
    @Override
    public void removeDrafts(String prefix, Predicate<String> dead) throws IOException {
        call("remove drafts '" + prefix + "'", () -> {
            List<MultipartUpload> uploads = new ArrayList<>();
            client.listMultipartUploadsPaginator(
                            request -> request.bucket(location.bucket()).prefix(location.prefix() + prefix))
                    .uploads()
                    .forEach(uploads::add);
            for (MultipartUpload upload : uploads) {
                String name = upload.key().substring(location.prefix().length());
                if (isName(name) && dead.test(name)) {
                    abort(upload);
                }
            }
            return null;
        });
    }

    private void abort(MultipartUpload upload) {
        try {
            client.abortMultipartUpload(request ->
                    request.bucket(location.bucket()).key(upload.key()).uploadId(upload.uploadId()));
        } catch (NoSuchUploadException e) {
            // Its writer, or another cleaner, has ended it meanwhile
        }
    }

    @Override
    public String location() {
        return location.toString();
    }

    @Override
    public void close() {
        client.close();
    }

    private String key(String name) {
        return location.prefix() + SnapshotStore.requireName(name);
    }

    private <T> T call(String what, Supplier<T> request) throws IOException {
        try {
            return request.get();
        } catch (SdkException e) {
            throw S3Errors.explained(what, location, e);
        }
    }
}
