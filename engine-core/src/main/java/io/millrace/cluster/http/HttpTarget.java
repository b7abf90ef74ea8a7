package io.millrace.cluster.http;

import io.millrace.cluster.client.ClusterException;
import io.millrace.cluster.client.ClusterException.Reason;
import io.millrace.runtime.json.Json;
import io.millrace.runtime.json.JsonException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One address that can be asked over HTTP. An IOException says that nobody answered, a ClusterException what the other
 * side said. Any thread may call.
 */
public final class HttpTarget {

    private static final int CONNECT_MILLIS = 3_000;
    private static final int READ_MILLIS = 10_000;
    private static final int MOST_ERROR_BYTES = 1 << 16;

    private final String base;
    private final String token;

    /** @param token sent with changes, or null */
    public HttpTarget(String host, int port, String token) {
        this.base = "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
        this.token = token;
    }

    @Override
    public String toString() {
        return base;
    }

    public byte[] get(String path) throws IOException {
        HttpURLConnection connection = open("GET", path);
        try (InputStream in = answer(connection)) {
            return in.readAllBytes();
        }
    }

    /** The body as it comes; the caller closes it. */
    public InputStream stream(String path) throws IOException {
        return answer(open("GET", path));
    }

    /** Whether there is something at this path. */
    public boolean exists(String path) throws IOException {
        HttpURLConnection connection = open("HEAD", path);
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
    }

    public byte[] post(String path, byte[] body) throws IOException {
        HttpURLConnection connection = open("POST", path);
        connection.setDoOutput(true);
        // A fixed length keeps the JDK from sending a change a second time when a kept connection turns out dead.
        connection.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        } catch (IOException e) {
            preferAnswer(connection, e);
        }
        try (InputStream in = answer(connection)) {
            return in.readAllBytes();
        }
    }

    public void put(String path, Path file) throws IOException {
        HttpURLConnection connection = open("PUT", path);
        connection.setDoOutput(true);
        connection.setFixedLengthStreamingMode(Files.size(file));
        try (OutputStream out = connection.getOutputStream()) {
            Files.copy(file, out);
        } catch (IOException e) {
            preferAnswer(connection, e);
        }
        answer(connection).close();
    }

    private HttpURLConnection open(String method, String path) throws IOException {
        HttpURLConnection connection =
                (HttpURLConnection) URI.create(base + path).toURL().openConnection(java.net.Proxy.NO_PROXY);
        connection.setRequestMethod(method);
        connection.setConnectTimeout(CONNECT_MILLIS);
        connection.setReadTimeout(READ_MILLIS);
        connection.setInstanceFollowRedirects(false);
        connection.setUseCaches(false);
        if (token != null) {
            connection.setRequestProperty("Authorization", "Bearer " + token);
        }
        return connection;
    }

    /** A server that refuses a body may close before all of it was sent: then its answer says more than the broken pipe. */
    private static void preferAnswer(HttpURLConnection connection, IOException broken) throws IOException {
        try {
            if (connection.getResponseCode() < 0) {
                throw broken;
            }
        } catch (IOException e) {
            throw broken;
        }
    }

    private InputStream answer(HttpURLConnection connection) throws IOException {
        int status = connection.getResponseCode();
        if (status == HttpURLConnection.HTTP_OK) {
            return connection.getInputStream();
        }
        String text = base + " answers " + status;
        try (InputStream error = connection.getErrorStream()) {
            if (error != null) {
                Problem problem = Json.read(error.readNBytes(MOST_ERROR_BYTES), Problem.class);
                if (problem != null && problem.reason() != null) {
                    throw new ClusterException(problem.reason(), problem.message());
                }
            }
        } catch (JsonException e) {
            throw new ClusterException(Reason.FAILED, text + ": is it a millrace controller?", e);
        }
        throw new ClusterException(Reason.FAILED, text);
    }
}
