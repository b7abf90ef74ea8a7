// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.metrics;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Threads that ask a controller what its page asks while the graph of a topology is shown: each has a connection of its
 * own.
 */
final class OpenPages implements AutoCloseable {

    /** The interval of app.js. */
    private static final long INTERVAL_MILLIS = 2_000;

    private static final int OK = 200;

    private static final Pattern TIMES = Pattern.compile("\"times\":\\[([^\\]]*)\\]");

    private final String topology;
    private final AtomicLong answers = new AtomicLong();
    private final List<Thread> threads = new ArrayList<>();

    /** @param topology its URI below the controller's dashboard */
    OpenPages(String topology, int pages) {
        this.topology = topology;
        for (int page = 0; page < pages; page++) {
            long first = INTERVAL_MILLIS * page / pages;
            Thread thread = new Thread(() -> show(first), "page-" + page);
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
    }

    long answers() {
        return answers.get();
    }

    private void show(long firstMillis) {
        HttpClient client =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        String since = "0";
        try {
            TimeUnit.MILLISECONDS.sleep(firstMillis);
            while (true) {
                // A topology that was just submitted is in no sample yet
                if (get(client, topology).isPresent()) {
                    since = last(
                            get(client, topology + "/history?since=" + since).orElse(""), since);
                }
                TimeUnit.MILLISECONDS.sleep(INTERVAL_MILLIS);
            }
        } catch (InterruptedException e) {
            // The page is closed
        } catch (IOException e) {
            System.err.println("a page has ended: " + e.getMessage());
        }
    }

    private Optional<String> get(HttpClient client, String uri) throws IOException, InterruptedException {
        HttpResponse<String> answer =
                client.send(HttpRequest.newBuilder(URI.create(uri)).build(), HttpResponse.BodyHandlers.ofString());
        answers.incrementAndGet();
        return Optional.of(answer.body()).filter(body -> answer.statusCode() == OK);
    }

    /** The time of the last point of a history, or what was known if it has none. */
    private static String last(String history, String known) {
        Matcher times = TIMES.matcher(history);
        return times.find() && !times.group(1).isEmpty()
                ? times.group(1).substring(times.group(1).lastIndexOf(',') + 1).strip()
                : known;
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
    }
}
