// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.Bolt;
import io.millrace.api.BoltCollector;
import io.millrace.api.CommittingBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Tuple;
import io.millrace.api.config.Backoff;
import io.millrace.api.config.Secrets;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.format.Formats;
import io.millrace.operators.format.WriteFormat;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Sends a request for each input, many at a time, and acks the input when the service has answered with 2xx. Immutable:
 * each method that sets something returns another sink.
 *
 * <pre>{@code
 * builder.setBolt("out", HttpSink.put("https://shop/orders/{id}").format(JsonFormat.all())).blocking().shuffle("orders");
 * builder.setBolt("out", HttpSink.post("https://shop/orders").key("id").format(JsonFormat.all())).blocking().shuffle("orders");
 * }</pre>
 *
 * <p>A request may reach the service more than once: after a time-out, a lost connection, or a failure of the topology.
 * So it should be a PUT to a URL of the input's own, or have a key by which the service recognises it. A status of 4xx
 * is an error of the component, and the input fails; other failures are repeated until they succeed, with growing
 * pauses, while the input waits.
 *
 * <p>With snapshots the sink waits for all requests before each snapshot, so none is lost, and some may be sent twice.
 * Declare it {@code blocking()} then.
 */
public final class HttpSink implements Bolt, CommittingBolt {

    private static final long serialVersionUID = 1L;

    private static final int MOST_IN_FLIGHT = 10_000;
    private static final int MOST_KEY = 255;
    private static final Duration MOST_TIME = Duration.ofHours(1);
    private static final Set<String> OWN_HEADERS =
            Set.of("connection", "content-length", "expect", "host", "idempotency-key", "upgrade");

    private final String method;
    private final UrlTemplate url;
    private WriteFormat format = Formats.joined("\t");
    private String contentType = "text/plain; charset=utf-8";
    private String keyField;
    private LinkedHashMap<String, String> headers = new LinkedHashMap<>();
    private int inFlight = 64;
    private Duration timeout = Duration.ofSeconds(10);
    private Duration firstPause = Duration.ofMillis(100);
    private Duration longestPause = Duration.ofSeconds(10);
    private Duration prepareFor = Duration.ofSeconds(10);

    private transient ExecutorService threads;
    private transient Map<String, String> sent;
    private transient Calls calls;

    private HttpSink(String method, UrlTemplate url) {
        this.method = method;
        this.url = url;
    }

    private HttpSink copy() {
        HttpSink copy = new HttpSink(method, url);
        copy.format = format;
        copy.contentType = contentType;
        copy.keyField = keyField;
        copy.headers = new LinkedHashMap<>(headers);
        copy.inFlight = inFlight;
        copy.timeout = timeout;
        copy.firstPause = firstPause;
        copy.longestPause = longestPause;
        copy.prepareFor = prepareFor;
        return copy;
    }

    /**
     * Returns a sink that posts. Set a {@link #key} unless a repeated request does no harm.
     *
     * @param url http or https; {@code {field}} stands for the value of a field
     */
    public static HttpSink post(String url) {
        return new HttpSink("POST", new UrlTemplate(url));
    }

    /**
     * Returns a sink that puts, which may be repeated if the URL names what is put.
     *
     * @param url as of {@link #post}, such as {@code https://shop/orders/{id}}
     */
    public static HttpSink put(String url) {
        return new HttpSink("PUT", new UrlTemplate(url));
    }

    /** Sets what the body is, instead of the values separated by tabs. */
    public HttpSink format(WriteFormat bodyFormat) {
        HttpSink copy = copy();
        copy.format = Objects.requireNonNull(bodyFormat, "the format is null: give one");
        return copy;
    }

    /** Sets the header {@code Content-Type}; by default {@code text/plain; charset=utf-8}. */
    public HttpSink contentType(String type) {
        checkHeader("content-type", type);
        HttpSink copy = copy();
        copy.contentType = type;
        return copy;
    }

    /**
     * Sends the value of a field as the header {@code Idempotency-Key}, by which the service recognises a repeated
     * request.
     *
     * @param field has 1 to 255 printable ASCII characters, the same ones when its tuple is repeated, and others in
     *     each other tuple
     */
    public HttpSink key(String field) {
        check(field != null && !field.isBlank(), "the field of the idempotency key is missing: name it");
        HttpSink copy = copy();
        copy.keyField = field;
        return copy;
    }

    /**
     * Sets a header, such as {@code Authorization}. It becomes part of the topology as it is stored in the cluster;
     * {@code ${env:NAME}} and {@code ${file:/path}} in a value stand for what the worker's node has, see
     * {@link Secrets}.
     */
    public HttpSink header(String name, String value) {
        check(
                name != null
                        && name.matches("[A-Za-z0-9!#$%&'*+.^_`|~-]+")
                        && !OWN_HEADERS.contains(name.toLowerCase(Locale.ROOT)),
                "the header '" + name + "' is no name, or set by the sink itself: choose another one");
        checkHeader(name, value);
        HttpSink copy = copy();
        copy.headers.put(name, value);
        return copy;
    }

    private static void checkHeader(String name, String value) {
        check(
                value != null && value.matches("[ -~]+"),
                "the header '" + name + "' has no value of printable ASCII characters: give one");
    }

    /**
     * Sets how many inputs of a task are under way at a time.
     *
     * @param requests 1 to 10,000; by default 64
     */
    public HttpSink inFlight(int requests) {
        check(requests >= 1 && requests <= MOST_IN_FLIGHT, "inFlight is " + requests + ": set 1 to " + MOST_IN_FLIGHT);
        HttpSink copy = copy();
        copy.inFlight = requests;
        return copy;
    }

    /**
     * Sets how long a request waits for its answer.
     *
     * @param time 1 ms to 1 h; by default 10 s
     */
    public HttpSink timeout(Duration time) {
        checkTime("timeout", time);
        HttpSink copy = copy();
        copy.timeout = time;
        return copy;
    }

    /**
     * Sets the pauses before repetitions, each twice as long as the one before.
     *
     * @param first 1 ms to 1 h; by default 100 ms
     * @param longest not shorter; by default 10 s. An answer with {@code Retry-After} can ask for up to 5 minutes
     */
    public HttpSink retry(Duration first, Duration longest) {
        checkTime("the first pause", first);
        checkTime("the longest pause", longest);
        check(
                first.compareTo(longest) <= 0,
                "the first pause is " + first + ", the longest " + longest + ": it must not be shorter");
        HttpSink copy = copy();
        copy.firstPause = first;
        copy.longestPause = longest;
        return copy;
    }

    /**
     * Sets how long a snapshot waits for the requests that are under way before it fails, less than
     * {@code topology.snapshot.timeout}.
     *
     * @param time 1 ms to 1 h; by default 10 s
     */
    public HttpSink prepareFor(Duration time) {
        checkTime("prepareFor", time);
        HttpSink copy = copy();
        copy.prepareFor = time;
        return copy;
    }

    private static void checkTime(String what, Duration time) {
        check(
                time != null && time.toMillis() >= 1 && time.compareTo(MOST_TIME) <= 0,
                what + " is " + time + ": set 1 ms to 1 h");
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new TopologyException(otherwise);
        }
    }

    @Override
    public void prepare(TaskContext context, BoltCollector out) {
        sent = new LinkedHashMap<>();
        Secrets secrets = new Secrets();
        headers.forEach((name, value) -> {
            sent.put(name, secrets.resolve("the header '" + name + "' of " + url, value));
            checkHeader(name, sent.get(name));
        });
        threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "millrace-http-sink");
            thread.setDaemon(true);
            return thread;
        });
        // HTTP/2 over plain text begins with an upgrade, which not all servers ignore
        HttpClient client = HttpClient.newBuilder()
                .executor(threads)
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(timeout)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
        Backoff pauses = new Backoff(firstPause.toNanos(), longestPause.toNanos());
        calls = new Calls(context, out, client, url, inFlight, pauses);
    }

    @Override
    public void execute(Tuple input) {
        if (!input.isTick()) {
            calls.begin(input, request(input));
        }
    }

    private HttpRequest request(Tuple input) {
        HttpRequest.Builder request = HttpRequest.newBuilder(url.of(input))
                .timeout(timeout)
                .header("Content-Type", contentType)
                .method(method, HttpRequest.BodyPublishers.ofByteArray(format.write(input)));
        for (Map.Entry<String, String> each : sent.entrySet()) {
            request.setHeader(each.getKey(), each.getValue());
        }
        if (keyField != null) {
            String key = String.valueOf(input.get(keyField));
            if (input.get(keyField) == null || key.length() > MOST_KEY || !key.matches("[!-~]+")) {
                throw new IllegalArgumentException("field '" + keyField + "' is '" + key
                        + "', which is no idempotency key: give 1 to " + MOST_KEY + " printable ASCII characters");
            }
            request.header("Idempotency-Key", key);
        }
        return request.build();
    }

    /** Waits for all requests, because a snapshot does not contain them and their inputs do not come again. */
    @Override
    public Object prepare(long snapshotId) {
        calls.awaitAll(prepareFor.toNanos());
        return null;
    }

    /** There is nothing left to do: all requests have succeeded. */
    @Override
    public void commit(long snapshotId) {}

    /** There is nothing to find: inputs of requests that were under way come again. */
    @Override
    public void recover(long generation, List<Prepared> prepared) {}

    @Override
    public void close() {
        if (calls != null) {
            calls.close();
        }
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
