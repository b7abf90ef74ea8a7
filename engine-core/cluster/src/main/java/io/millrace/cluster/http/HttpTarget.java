// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.http;

import io.millrace.cluster.model.ClusterException;
import io.millrace.cluster.model.ClusterException.Reason;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;

/**
 * An HTTP client for one address. An IOException means that the server did not answer, a ClusterException is the
 * server's error. Any thread may call.
 */
public final class HttpTarget {

    private static final int CONNECT_MILLIS = 3_000;
    private static final int READ_MILLIS = 10_000;
    private static final int MOST_ERROR_BYTES = 1 << 16;
    private static final int MOST_QUOTED = 80;
    private static final int PART_BYTES = 1 << 16;

    /** The maximum of an answer in memory: reports, metrics, descriptions and logs; {@link #stream} has none. */
    static final int MOST_ANSWER_BYTES = 64 << 20;

    /** The maximum of the answer to a change. */
    static final int MOST_CHANGE_ANSWER_BYTES = 16 << 20;

    private static final long MOST_ANSWER_NANOS = Duration.ofSeconds(60).toNanos();

    private final HttpWire wire;
    private final String base;
    private final Tokens tokens;

    /** Whether the server demands a token with reads. Shared by all copies. */
    private final AtomicBoolean readsNeedToken;

    /** The last request. */
    private volatile HttpURLConnection last;

    /**
     * The secrets of a client. No token is sent with reads before the server demands it.
     *
     * @param kind the name of the secrets in a sentence
     * @param change the token sent with changes, or null
     * @param ask the token sent with requests to functions, or null
     * @param read the token sent with reads, or null: any process that takes the port of a server can demand it
     */
    public record Tokens(String kind, String change, String ask, String read) {

        public Tokens(String change, String ask, String read) {
            this("a token", change, ask, read);
        }

        /** Returns the tokens for a controller or a supervisor, which are the secret of the cluster's nodes. */
        static Tokens ofNode(String secret) {
            return new Tokens("the secret of the cluster's nodes", secret, secret, secret);
        }

        /** Returns tokens with one token for all requests. */
        public static Tokens of(String token) {
            return new Tokens(token, token, token);
        }

        @Override
        public String toString() {
            return "Tokens";
        }
    }

    /**
     * Makes a client that does not encrypt.
     *
     * @param token the token sent with changes, and with reads that demand it, or null
     */
    public HttpTarget(String host, int port, String token) {
        this(HttpWire.PLAIN, HttpWire.PLAIN.base(host, port), Tokens.of(token), new AtomicBoolean());
    }

    public static HttpTarget of(HttpWire wire, String host, int port, Tokens tokens) {
        return new HttpTarget(wire, wire.base(host, port), tokens, new AtomicBoolean());
    }

    /** Returns a client that sends the secret of the cluster's nodes with each request. */
    static HttpTarget ofNode(HttpWire wire, String host, int port, String secret) {
        return new HttpTarget(wire, wire.base(host, port), Tokens.ofNode(secret), new AtomicBoolean(true));
    }

    private HttpTarget(HttpWire wire, String base, Tokens tokens, AtomicBoolean readsNeedToken) {
        this.wire = wire;
        this.base = base;
        this.tokens = tokens;
        this.readsNeedToken = readsNeedToken;
    }

    @Override
    public String toString() {
        return base;
    }

    /** Returns a client of the same server for the requests of one thread: see {@link #abort}. */
    public HttpTarget copy() {
        return new HttpTarget(wire, base, tokens, readsNeedToken);
    }

    /** Ends the request of a {@link #copy} in progress, which throws an IOException. Any thread may call. */
    public void abort() {
        HttpURLConnection connection = last;
        if (connection != null) {
            connection.disconnect();
        }
    }

    /** Whether the server answers a request for this path within this time, with any answer. */
    public boolean answers(String path, int millis) {
        try {
            HttpURLConnection connection = open("HEAD", path, null);
            connection.setConnectTimeout(millis);
            connection.setReadTimeout(millis);
            connection.getResponseCode();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    public byte[] get(String path) throws IOException {
        try (InputStream in = stream(path)) {
            return read(in, path, MOST_ANSWER_BYTES);
        }
    }

    /** Gets as {@link #get} does, with this secret instead of a token. */
    public byte[] get(String path, String secret) throws IOException {
        try (InputStream in = answer(open("GET", path, secret))) {
            return read(in, path, MOST_ANSWER_BYTES);
        }
    }

    /** Returns the body as a stream; the caller closes it. */
    public InputStream stream(String path) throws IOException {
        return answer(read("GET", path));
    }

    /** Whether this path exists. */
    public boolean exists(String path) throws IOException {
        HttpURLConnection connection = read("HEAD", path);
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    }

    /** Returns the server's clock at its answer for this path, in whole seconds. */
    public Instant date(String path) throws IOException {
        HttpURLConnection connection = open("HEAD", path, null);
        if (connection.getResponseCode() != HttpURLConnection.HTTP_OK || connection.getDate() == 0) {
            throw new IOException(base + path + " has no date");
        }
        return Instant.ofEpochMilli(connection.getDate());
    }

    public byte[] post(String path, byte[] body) throws IOException {
        return post(path, body, READ_MILLIS);
    }

    /** Posts, and waits up to this time for the first byte of the answer. */
    public byte[] post(String path, byte[] body, int answerMillis) throws IOException {
        return post(path, body, answerMillis, tokens.change());
    }

    /** Posts as {@link #post} does, with the token of requests to functions. */
    public byte[] ask(String path, byte[] body, int answerMillis) throws IOException {
        return post(path, body, answerMillis, tokens.ask());
    }

    private byte[] post(String path, byte[] body, int answerMillis, String token) throws IOException {
        HttpURLConnection connection = open("POST", path, token);
        connection.setReadTimeout(answerMillis);
        connection.setDoOutput(true);
        // With a fixed length the JDK does not send a change again when a kept-alive connection is dead.
        connection.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        } catch (IOException e) {
            preferAnswer(connection, e);
        }
        try (InputStream in = answer(connection)) {
            return read(in, path, MOST_CHANGE_ANSWER_BYTES);
        }
    }

    /** @param sent takes the number of bytes of the file sent so far, after each part */
    public void put(String path, Path file, LongConsumer sent) throws IOException {
        HttpURLConnection connection = open("PUT", path, tokens.change());
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(Files.size(file));
        try (OutputStream out = connection.getOutputStream();
                InputStream in = Files.newInputStream(file)) {
            byte[] part = new byte[PART_BYTES];
            long all = 0;
            for (int count = in.read(part); count >= 0; count = in.read(part)) {
                out.write(part, 0, count);
                all += count;
                sent.accept(all);
            }
        } catch (IOException e) {
            preferAnswer(connection, e);
        }
        answer(connection).close();
    }

    /** Reads with the token only if the server demands it. */
    private HttpURLConnection read(String method, String path) throws IOException {
        if (!readsNeedToken.get() && (tokens.read() != null || tokens.change() != null)) {
            HttpURLConnection connection = open(method, path, null);
            if (connection.getResponseCode() != HttpURLConnection.HTTP_UNAUTHORIZED) {
                return connection;
            }
            error(connection);
            if (tokens.read() == null) {
                throw new ClusterException(Reason.REFUSED, base + Problem.READS_NEED_TOKEN);
            }
            readsNeedToken.set(true);
        }
        return open(method, path, tokens.read());
    }

    /** Reads the text of an error, after which the connection can be used again; empty if there is none. */
    private static byte[] error(HttpURLConnection connection) throws IOException {
        try (InputStream error = connection.getErrorStream()) {
            return error == null ? new byte[0] : error.readNBytes(MOST_ERROR_BYTES);
        }
    }

    private HttpURLConnection open(String method, String path, String token) throws IOException {
        HttpURLConnection connection = wire.open(base + path);
        connection.setRequestMethod(method);
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(READ_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        if (token != null) {
            wire.sends(tokens.kind(), base, connection.getURL().getHost());
            connection.setRequestProperty("Authorization", "Bearer " + token);
        }
        last = connection;
        return connection;
    }

    /**
     * A server that refuses a body may close the connection early. Its answer is then more useful than the broken pipe.
     */
    private static void preferAnswer(HttpURLConnection connection, IOException broken) throws IOException {
        try {
            if (connection.getResponseCode() < 0) {
                throw broken;
            }
        } catch (IOException e) {
            throw broken;
        }
    }

    /** Reads an answer, which is limited in length and in time. */
    private byte[] read(InputStream in, String path, int mostBytes) throws IOException {
        long start = System.nanoTime();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        byte[] buffer = new byte[1 << 14];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            if (answer.size() + count > mostBytes) {
                throw new ClusterException(
                        Reason.FAILED,
                        base + path + " answers more than " + mostBytes + " bytes: is it a millrace controller?");
            }
            if (System.nanoTime() - start > MOST_ANSWER_NANOS) {
                throw new SocketTimeoutException(base + path + " has not answered completely within a minute");
            }
            answer.write(buffer, 0, count);
        }
        return answer.toByteArray();
    }

    private InputStream answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        if (status == HttpURLConnection.HTTP_OK) {
            return connection.getInputStream();
        }
        byte[] body = error(connection);
        if (body.length == 0 && status == HttpURLConnection.HTTP_UNAUTHORIZED) {
            // The JDK drops the text of this status if the request's body was streamed
            throw new ClusterException(Reason.REFUSED, Problem.WRONG_TOKEN);
        }
        String text = base + " answers " + status;
        if (body.length == 0) {
            throw new ClusterException(Reason.FAILED, text);
        }
        Problem problem;
        try {
            problem = Json.read(body, Problem.class);
        } catch (JsonException e) {
            throw new ClusterException(
                    Reason.FAILED, text + " (" + quoted(body) + "): is it a millrace controller?", e);
        }
        throw problem == null || problem.reason() == null
                ? new ClusterException(Reason.FAILED, text)
                : new ClusterException(problem.reason(), problem.message());
    }

    /** Returns the beginning of a text that is not JSON, on one line. */
    private static String quoted(byte[] text) {
        String start = new String(text, 0, Math.min(text.length, 4 * MOST_QUOTED), StandardCharsets.UTF_8)
                .replaceAll("[\\p{Cntrl}\\s]+", " ")
                .strip();
        return start.length() <= MOST_QUOTED ? start : start.substring(0, MOST_QUOTED);
    }
}
