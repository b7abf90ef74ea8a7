// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.millrace.api.error.TopologyException;
import io.millrace.testing.TopologyTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Each job from its files to its files, stepped with simulated time. */
@Timeout(60)
class JobsTest {

    private static final Duration LONG = Duration.ofMinutes(2);

    @TempDir
    private Path directory;

    /** Runs until a directory has as many lines, and then on, as there might be more. */
    private static void runUntil(TopologyTest test, Job job, String results, int lines) {
        assertThat(test.runUntil(() -> job.written(results).size() >= lines, LONG))
                .as("%s has %s", results, job.written(results))
                .isTrue();
        test.advance(Duration.ofSeconds(10));
    }

    @Test
    void tooFewArgumentsAreAnsweredWithTheUsageInOneLine() {
        Map<String, Consumer<String[]>> jobs = Map.of(
                "AdViews", AdViews::main,
                "ClickSessions", ClickSessions::main,
                "PageViews", PageViews::main,
                "PaidOrders", PaidOrders::main,
                "PostedReadings", PostedReadings::main,
                "SlowAlert", SlowAlert::main,
                "TopWords", TopWords::main);
        jobs.forEach((name, main) -> {
            for (String[] arguments : new String[][] {{}, {"one"}, new String[6]}) {
                assertThatThrownBy(() -> main.accept(arguments))
                        .isInstanceOf(TopologyException.class)
                        .hasMessageStartingWith("usage: " + name + " ")
                        .message()
                        .hasLineCount(1);
            }
        });
    }

    @Test
    void viewsOfAdsAreCountedPerCampaign() {
        AdLog log = new AdLog();
        Job job = new Job(directory, AdViews::main);
        job.write("ads.csv", log.campaigns());
        job.write("events/1.json", log.second(3, 200));
        job.write("events/1.json", "{\"ad_id\": \"a1\"}", log.end(4).replace("\"4000\"", "\"soon\""));
        job.write("events/1.json", log.second(11, 200));
        job.write("events/1.json", log.end(25));
        job.with("events", "ads.csv", "counts", "state");
        try (TopologyTest test = job.start(1)) {
            runUntil(test, job, "counts", log.counted().size());
            assertThat(test.metrics().counter("events", "messages.malformed")).isEqualTo(2);
            assertThat(test.metrics().counter("campaigns", "lookup.misses")).isEqualTo(1);
        }
        assertThat(AdLog.withoutUpdates(job.written("counts"))).isEqualTo(log.counted());
    }

    @Test
    void aResultHasTheTimeOfTheLastUpdate() {
        AdLog log = new AdLog();
        Job job = new Job(directory, AdViews::main);
        job.write("ads.csv", log.campaigns());
        job.write("events/1.json", log.second(3, 50));
        job.write("events/1.json", log.end(25));
        job.with("events", "ads.csv", "counts", "state");
        long before = System.currentTimeMillis();
        try (TopologyTest test = job.start(1)) {
            runUntil(test, job, "counts", log.counted().size());
        }
        long after = System.currentTimeMillis();
        assertThat(job.written("counts"))
                .allSatisfy(line -> assertThat(Long.parseLong(line.substring(line.lastIndexOf('\t') + 1)))
                        .isBetween(before, after));
    }

    @Test
    void eachViewIsCountedOnceAlthoughWorkersDie() {
        AdLog log = new AdLog();
        Job job = new Job(directory, AdViews::main);
        job.write("ads.csv", log.campaigns());
        job.with("events", "ads.csv", "counts", "state");
        try (TopologyTest test = job.start(2)) {
            for (int second = 0; second < 60; second++) {
                job.write("events/" + second / 20 + ".json", log.second(second, 20 + second % 7));
                test.advance(Duration.ofMillis(140));
                if (second % 15 == 7) {
                    String worker = "w" + (1 + second % 2);
                    test.kill(worker);
                    test.restart(worker);
                }
            }
            job.write("events/2.json", log.end(75));
            runUntil(test, job, "counts", log.counted().size());
        }
        assertThat(AdLog.withoutUpdates(job.written("counts"))).isEqualTo(log.counted());
    }

    @Test
    void eventsOfATopicNeedItsConnector() {
        Job job = new Job(directory, AdViews::main);
        job.write("ads.csv", new AdLog().campaigns());
        assertThatThrownBy(() -> job.with("kafka://broker:9092,other:9092/ad-events", "ads.csv", "counts", "state"))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("millrace-connector-kafka");
    }

    @Test
    void wordsOfTheLastMinuteAreRanked() {
        Job job = new Job(directory, TopWords::main);
        job.write("lines/1.tsv", "500\tthe leaf the wheel", "1500\tthe grain a leaf", "62500\tend");
        job.with("lines", "top", "state");
        try (TopologyTest test = job.start(2)) {
            runUntil(test, job, "top", 60);
        }
        assertThat(job.written("top"))
                .hasSize(60)
                .contains("-59000\t1000\t[[the, 2], [leaf, 1], [wheel, 1]]")
                .contains("-58000\t2000\t[[the, 3], [leaf, 2], [a, 1]]")
                .contains("0\t60000\t[[the, 3], [leaf, 2], [a, 1]]");
    }

    @Test
    void clicksAreSessions() {
        Job job = new Job(directory, ClickSessions::main);
        job.write("clicks/1.csv", "ann,0,0", "bob,60000,0", "ann,1200000,499", "ann,2400000,1", "ann,9000000,0");
        job.with("clicks", "sessions", "state");
        try (TopologyTest test = job.start(2)) {
            runUntil(test, job, "sessions", 2);
        }
        assertThat(job.written("sessions"))
                .containsExactly("ann\t0\t4200000\t3\t500\t2400000", "bob\t60000\t1860000\t1\t0\t60000");
    }

    @Test
    void ordersAreJoinedWithTheirPayments() {
        Job job = new Job(directory, PaidOrders::main);
        job.write("orders/1.csv", "1,1000,pen", "2,2000,ink", "9,3600000,end");
        job.write("payments/1.csv", "1,60000,250", "2,1900000,99", "9,3600000,1");
        job.with("orders", "payments", "paid", "late", "state");
        try (TopologyTest test = job.start(2)) {
            runUntil(test, job, "paid", 2);
            job.write("payments/1.csv", "2,1700000,100", "9,3599000,2");
            runUntil(test, job, "late", 1);
        }
        assertThat(job.written("paid")).containsExactly("1\tpen\t250", "9\tend\t1");
        assertThat(job.written("late")).containsExactly("payments\t2\t\t1700000");
    }

    @Test
    void readingsArePostedInBatchesAndTheOneThatIsRefusedIsFound() throws IOException {
        List<String> posted = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            List<String> body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
            boolean refused = body.contains("c 999.0");
            if (!refused) {
                posted.addAll(body);
            }
            exchange.sendResponseHeaders(refused ? 400 : 204, -1);
            exchange.close();
        });
        server.start();
        try {
            Job job = new Job(directory, PostedReadings::main);
            job.write("readings/1.csv", "a,1.5", "b,2", "c,999", "c,3", "a,4");
            job.with("readings", "http://127.0.0.1:" + server.getAddress().getPort() + "/readings", "state");
            try (TopologyTest test = job.start(2)) {
                assertThat(test.runUntil(() -> posted.size() == 4, LONG)).isTrue();
                assertThat(test.errors("post"))
                        .isNotEmpty()
                        .allSatisfy(error -> assertThat(error).hasMessageContaining("400"));
            }
            assertThat(posted).containsExactlyInAnyOrder("a 1.5", "a 4.0", "b 2.0", "c 3.0");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void slowServicesRaiseAnAlert() {
        Job job = new Job(directory, SlowAlert::main);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            lines.add("fast," + 10 * i + "," + (i % 100 == 7 ? 900 : 20));
            lines.add("slow," + 10 * i + "," + (i % 100 == 7 || i == 8 ? 640 : 20));
        }
        lines.add("fast,14000,20");
        job.write("requests/1.csv", lines.toArray(String[]::new));
        job.with("requests", "alerts", "state");
        try (TopologyTest test = job.start(2)) {
            runUntil(test, job, "alerts", 10);
        }
        assertThat(job.written("alerts"))
                .hasSize(10)
                .contains("slow\t1000\t100\t640.0", "slow\t2000\t200\t640.0", "slow\t10000\t200\t640.0")
                .allMatch(line -> line.startsWith("slow\t"));
    }

    @Test
    void viewsOfPagesAreCountedPerMinute() {
        Job job = new Job(directory, PageViews::main);
        job.write("views/1.csv", "1000,/", "59999,/", "60000,/about", "58500,/", "125000,/");
        job.with("views", "counts", "state");
        try (TopologyTest test = job.start(1)) {
            runUntil(test, job, "counts", 2);
        }
        assertThat(job.written("counts")).containsExactly("/\t0\t60000\t3", "/about\t60000\t120000\t1");
    }
}
