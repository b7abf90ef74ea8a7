// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.PendingInputs;
import io.millrace.operators.format.FormatReader;
import io.millrace.operators.format.Formats;
import io.millrace.operators.format.ReadFormat;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Emits what is posted to a port, for tests and demonstrations. Immutable: each method that sets something returns
 * another source.
 *
 * <pre>{@code
 * builder.setSpout("events", HttpSource.listen(8081).path("/events").format(JsonFormat.of(Event.class)));
 * }</pre>
 *
 * <p>A request is answered with 202 when its messages have been emitted, and with 503 if the queue is full. Messages
 * that fail are emitted again until they are acked. What was answered and not processed is lost with the worker, so use
 * a broker where this matters. A topology with snapshots must accept this by {@code allowUnreplayable()}.
 */
public final class HttpSource implements Spout {

    private static final long serialVersionUID = 1L;

    private static final Logger LOG = LoggerFactory.getLogger(HttpSource.class);

    private static final int MOST_PORT = 65_535;
    private static final int MOST_BODY = 64 << 20;
    private static final int MESSAGES_PER_CALL = 64;

    private final int port;
    private String host = "127.0.0.1";
    private String path = "/";
    private ReadFormat format = Formats.text();
    private boolean lines;
    private int bodyBytes = 1 << 20;
    private long queueBytes = 16L << 20;
    private PageRules pages = PageRules.NO_PAGE;

    private transient TaskContext context;
    private transient SpoutCollector out;
    private transient FormatReader reader;
    private transient PostedQueue queue;
    private transient HttpListener listener;
    private transient AtomicLong refusals;

    /** Used by the listener's thread. */
    private transient Set<String> told;

    private transient PendingInputs<Message> inputs;
    private transient Posted current;
    private transient int position;

    private record Message(FormatReader.Row row, String origin, long bytes) implements PendingInputs.Input {}

    private HttpSource(int port) {
        this.port = port;
    }

    private HttpSource copy() {
        HttpSource copy = new HttpSource(port);
        copy.host = host;
        copy.path = path;
        copy.format = format;
        copy.lines = lines;
        copy.bodyBytes = bodyBytes;
        copy.queueBytes = queueBytes;
        copy.pages = pages;
        return copy;
    }

    /**
     * Returns a source that listens on the loopback interface, and takes each body as a text.
     *
     * @param port of the first task, the next ones listen on the ports behind it; 0 for any free one, which the gauge
     *     {@code http.port} shows
     */
    public static HttpSource listen(int port) {
        check(port >= 0 && port <= MOST_PORT, "the port is " + port + ": take 0 to " + MOST_PORT);
        return new HttpSource(port);
    }

    /**
     * Listens on another address: {@code 0.0.0.0} for all. Whoever reaches it can post, as there is no authentication.
     */
    public HttpSource host(String address) {
        check(address != null && !address.isBlank(), "the source's host is missing: name one");
        HttpSource copy = copy();
        copy.host = address;
        return copy;
    }

    /**
     * Sets which path takes messages. All others are answered with 404.
     *
     * @param absolute begins with a slash; by default {@code /}
     */
    public HttpSource path(String absolute) {
        check(
                absolute != null && absolute.matches("/[^?#\\s]*"),
                "the path '" + absolute
                        + "' does not begin with a slash, or has a query or blanks: give one such as /events");
        HttpSource copy = copy();
        copy.path = absolute;
        return copy;
    }

    /** Reads messages in this format, instead of as a text in the field {@code line}. */
    public HttpSource format(ReadFormat messageFormat) {
        HttpSource copy = copy();
        copy.format = Objects.requireNonNull(messageFormat, "the format is null: give one");
        return copy;
    }

    /** Takes each line of a body as a message, instead of the body as a whole. Empty lines are none. */
    public HttpSource lines() {
        HttpSource copy = copy();
        copy.lines = true;
        return copy;
    }

    /**
     * Lets pages of these origins post. Without, what a page in a browser sends is answered with 403, as any page of
     * the web could post to what the browser's machine reaches; other clients send no origin.
     *
     * @param allowed each as a browser sends it, such as {@code https://app.example.org}
     */
    public HttpSource origins(String... allowed) {
        for (String origin : allowed) {
            check(
                    origin != null && origin.matches("https?://[^/\\s]+"),
                    "the origin '" + origin + "' is none: give one such as https://app.example.org, without a path");
        }
        HttpSource copy = copy();
        copy.pages = new PageRules(Set.of(allowed), pages.contentTypes());
        return copy;
    }

    /**
     * Refuses bodies of another Content-Type with 415. Without, any or none is taken.
     *
     * @param allowed each without parameters, such as {@code application/json}
     */
    public HttpSource contentTypes(String... allowed) {
        for (String type : allowed) {
            check(
                    type != null && type.matches("[^/;\\s]+/[^/;\\s]+"),
                    "the content type '" + type + "' is none: give one such as application/json");
        }
        HttpSource copy = copy();
        copy.pages = new PageRules(
                pages.origins(), Arrays.stream(allowed).map(PageRules::type).collect(Collectors.toUnmodifiableSet()));
        return copy;
    }

    /**
     * Refuses longer bodies with 413.
     *
     * @param bytes 1 to 67,108,864; by default 1,048,576
     */
    public HttpSource bodyBytes(int bytes) {
        check(bytes >= 1 && bytes <= MOST_BODY, "bodyBytes is " + bytes + ": set 1 to " + MOST_BODY);
        HttpSource copy = copy();
        copy.bodyBytes = bytes;
        return copy;
    }

    /**
     * Sets how much waits for its emission, counted with 256 bytes for each request.
     *
     * @param bytes at least 1; by default 16,777,216. The first body waits whatever its length is
     */
    public HttpSource queueBytes(long bytes) {
        check(bytes >= 1, "queueBytes is " + bytes + ": set at least 1");
        HttpSource copy = copy();
        copy.queueBytes = bytes;
        return copy;
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new TopologyException(otherwise);
        }
    }

    @Override
    public void declareOutputs(OutputDeclarer declarer) {
        Fields fields = format.fields();
        FormatReader.declare(declarer, fields);
        PendingInputs.declare(declarer);
    }

    @Override
    public void open(TaskContext task, SpoutCollector collector) {
        context = task;
        out = collector;
        reader = lines ? FormatReader.ofLines(format, task, collector) : new FormatReader(format, task, collector);
        inputs = new PendingInputs<>(task, collector);
        queue = new PostedQueue(queueBytes);
        refusals = new AtomicLong();
        told = new HashSet<>();
        int own = port == 0 ? 0 : port + task.taskIndex();
        check(
                own <= MOST_PORT,
                "the port of task " + task.taskIndex() + " would be " + own + ": begin with a lower one");
        listener = new HttpListener(
                host, own, new PostHandler.Accepted(path, bodyBytes, pages), queue, this::wake, this::refused);
        int bound = listener.port();
        task.gauge("http.port", () -> bound);
        task.gauge("requests.refused", refusals::get);
        LOG.info("{} listens on http://{}:{}{}", task.componentId(), host, bound, path);
    }

    /** Called by the listener's thread: a command lets the engine call nextTuple soon. */
    private void wake() {
        try {
            context.execute(() -> {});
        } catch (RejectedExecutionException e) {
            // So many wait that the task is awake, or it is being closed, which refuses what is queued
        }
    }

    /** Called by the listener's thread. The first refusal of each kind is a line. */
    private void refused(String answer) {
        refusals.incrementAndGet();
        if (told.add(answer)) {
            TopologyException error = new TopologyException("a request to " + context.componentId() + " on node "
                    + context.node() + " was answered with " + answer
                    + ": its client has to correct or repeat it; further ones are counted as requests.refused");
            try {
                context.execute(() -> out.reportError(error));
            } catch (RejectedExecutionException e) {
                LOG.warn("{}", error.getMessage());
            }
        }
    }

    @Override
    public void nextTuple() {
        if (inputs.repeat()) {
            return;
        }
        if (!inputs.mayEmit()) {
            out.idleUntil(inputs.deadline());
            return;
        }
        for (int left = MESSAGES_PER_CALL; left > 0; left--) {
            if (current == null) {
                current = queue.poll();
                position = 0;
                if (current != null && lines) {
                    byte[] body = current.body();
                    position = FormatReader.byteOrderMark(body, 0, body.length);
                }
                if (current == null) {
                    out.idleUntil(inputs.deadline());
                    return;
                }
            }
            try {
                emitNext();
            } finally {
                // What could not be emitted has failed, and is repeated
                endIfRead();
            }
        }
    }

    private void endIfRead() {
        if (position >= current.body().length) {
            Posted done = current;
            current = null;
            queue.done(done);
            done.answer().emitted(true);
        }
    }

    private void emitNext() {
        byte[] body = current.body();
        int begin = position;
        int end = lines ? endOfLine(body, begin) : body.length;
        position = Math.min(body.length, end + 1);
        if (!lines) {
            position = body.length;
        } else if (end > begin && body[end - 1] == '\r') {
            end--;
        }
        if (lines && end == begin) {
            return;
        }
        String request = "request " + current.number();
        FormatReader.Row row = reader.read(body, begin, end - begin, request, begin);
        if (row != null) {
            inputs.emit(new Message(row, request + "@" + begin, end - begin));
        }
    }

    private static int endOfLine(byte[] body, int from) {
        int at = from;
        while (at < body.length && body[at] != '\n') {
            at++;
        }
        return at;
    }

    @Override
    public void ack(Object messageId) {
        inputs.ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        inputs.fail(messageId);
    }

    @Override
    public void close() {
        if (queue != null) {
            queue.close();
        }
        if (current != null) {
            current.answer().emitted(false);
        }
        if (listener != null) {
            listener.close();
            listener = null;
        }
    }
}
