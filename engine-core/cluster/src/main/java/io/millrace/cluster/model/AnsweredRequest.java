// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

import io.millrace.cluster.model.ClusterException.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * A client's request for a change, by the id that the client gave it, and the answer. The transaction that makes the
 * change writes it, so that a client whose answer was lost can send the request again: it is answered as the first
 * time, by any controller that leads.
 *
 * @param id the id; empty for a change without a client's request, or without an id
 * @param answer the answer as JSON
 */
public record AnsweredRequest(String id, byte[] answer) {

    /** The value of a change that is not recognised when it is requested again. */
    public static final AnsweredRequest NONE = new AnsweredRequest("", new byte[0]);

    private static final int MOST_ID_CHARS = 64;
    private static final int MOST_BYTES = 16 << 20;

    /** Returns the id, or an empty one for null; throws if it is not allowed as a client's id. */
    public static String checkedId(String id) {
        if (id == null) {
            return "";
        }
        if (!id.matches("[A-Za-z0-9-]{1," + MOST_ID_CHARS + "}")) {
            throw new ClusterException(
                    Reason.REFUSED,
                    "the id of the request is '" + id.substring(0, Math.min(id.length(), MOST_ID_CHARS))
                            + "': it takes 1 to " + MOST_ID_CHARS + " letters, digits and '-'");
        }
        return id;
    }

    /** Whether this is the answer to the request with this id. */
    public boolean answers(String requestId) {
        return !id.isEmpty() && id.equals(requestId);
    }

    /** The bytes for the registry: compressed, as a report names each task that moves; empty for {@link #NONE}. */
    public byte[] bytes() {
        if (id.isEmpty()) {
            return new byte[0];
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write((id + "\n").getBytes(StandardCharsets.UTF_8));
            out.write(answer);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** Reads the bytes that {@link #bytes} has made. */
    public static AnsweredRequest read(byte[] bytes) {
        if (bytes.length == 0) {
            return NONE;
        }
        try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
            byte[] all = in.readNBytes(MOST_BYTES);
            int end = 0;
            while (all[end] != '\n') {
                end++;
            }
            return new AnsweredRequest(
                    new String(all, 0, end, StandardCharsets.UTF_8), Arrays.copyOfRange(all, end + 1, all.length));
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new ClusterException(Reason.FAILED, "the registry has an answer that cannot be read: " + e, e);
        }
    }
}
