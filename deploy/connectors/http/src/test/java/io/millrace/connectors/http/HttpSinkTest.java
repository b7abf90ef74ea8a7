// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the service gets, and what becomes of the inputs. */
@Timeout(value = 20, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HttpSinkTest {

    @TempDir
    private Path directory;

    private final FakeTask task = new FakeTask(0);
    private TestService service;
    private HttpSink sink;

    @BeforeEach
    void start() throws IOException {
        service = new TestService();
        open(HttpSink.post(service.url("/events")).key("id"));
    }

    private void open(HttpSink template) {
        sink = template.retry(Duration.ofMillis(1), Duration.ofMillis(20));
        sink.prepare(task.context(), task.boltOut());
    }

    @AfterEach
    void stop() {
        sink.close();
        service.close();
    }

    private Tuple feed(String id, Object n) {
        Tuple tuple = FakeTask.tuple("id", id, "n", n);
        sink.execute(tuple);
        return tuple;
    }

    @Test
    void acksWhatTheServiceHasTaken() {
        Tuple a = feed("a", 1);
        Tuple b = feed("b", 2);
        assertThat(task.acked).isEmpty();
        task.runUntil(() -> task.acked.size() == 2);
        assertThat(task.acked).containsExactlyInAnyOrder(a, b);
        assertThat(service.requests).containsExactlyInAnyOrder("POST /events a a\t1", "POST /events b b\t2");
    }

    @Test
    void putsToTheUrlOfTheInput() {
        open(HttpSink.put(service.url("/items/{id}?n={n}")).format(input -> new byte[] {'x'}));
        feed("a/b ü", 1);
        task.runUntil(() -> task.acked.size() == 1);
        assertThat(service.requests).containsExactly("PUT /items/a%2Fb%20%C3%BC?n=1 - x");
    }

    @Test
    void repeatsFailuresUntilTheySucceedWithTheSameKey() {
        AtomicInteger answers = new AtomicInteger();
        int[] statuses = {503, 500, -1, 429, 408, 204};
        service.answer(request -> statuses[answers.getAndIncrement()]);
        feed("a", 1);
        task.runUntil(() -> !task.acked.isEmpty());
        Set<String> different = new HashSet<>(service.requests);
        assertThat(different).containsExactly("POST /events a a\t1");
        assertThat(task.counter("requests.repeated")).isEqualTo(5);
        assertThat(task.reported)
                .singleElement()
                .satisfies(error -> assertThat(error)
                        .hasMessageContaining("status 503 of http://127.0.0.1:")
                        .hasMessageContaining("from node node-1")
                        .hasMessageContaining("repeated until they succeed"));
        assertThat(task.failed).isEmpty();
    }

    @Test
    void waitsForAServiceThatIsNotThere() throws IOException {
        service.close();
        feed("a", 1);
        task.runUntil(() -> task.counter("requests.repeated") >= 3);
        assertThat(task.reported)
                .singleElement()
                .satisfies(error -> assertThat(error).hasMessageContaining("no answer (ConnectException"));
        assertThat(task.failed).isEmpty();
    }

    @Test
    void repeatsWhatIsNotAnsweredInTime() {
        open(HttpSink.post(service.url("/slow")).timeout(Duration.ofMillis(100)));
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger answers = new AtomicInteger();
        service.answer(request -> {
            if (answers.getAndIncrement() == 0) {
                never.await();
            }
            return 200;
        });
        feed("a", 1);
        task.runUntil(() -> !task.acked.isEmpty());
        assertThat(service.requests).hasSizeGreaterThan(1);
        assertThat(task.reported)
                .first()
                .satisfies(error -> assertThat(error).hasMessageContaining("no answer in time"));
    }

    @Test
    void aRefusedInputFailsAndIsAnErrorOfTheComponent() {
        service.answer(request -> request.contains(" bad ") ? 422 : request.contains(" moved ") ? 301 : 200);
        Tuple bad = feed("bad", 1);
        task.runUntil(() -> task.thrown.size() == 1);
        Tuple moved = feed("moved", 1);
        task.runUntil(() -> task.thrown.size() == 2);
        assertThat(task.failed).containsExactly(bad, moved);
        assertThat(task.thrown.get(0)).hasMessageContaining("status 422").hasMessageContaining("correct the message");
        assertThat(task.thrown.get(1)).hasMessageContaining("status 301").hasMessageContaining("redirects");
        assertThat(task.counter("requests.refused")).isEqualTo(2);
        feed("good", 1);
        task.runUntil(() -> task.acked.size() == 1);
    }

    @Test
    void hasSoManyUnderWayAndPausesItsInput() {
        open(HttpSink.post(service.url("/")).inFlight(3));
        CountDownLatch go = new CountDownLatch(1);
        service.answer(request -> {
            go.await();
            return 200;
        });
        feed("a", 1);
        feed("b", 1);
        assertThat(task.paused).isFalse();
        feed("c", 1);
        assertThat(task.paused).isTrue();
        go.countDown();
        task.runUntil(() -> task.acked.size() == 3);
        assertThat(task.paused).isFalse();
    }

    @Test
    void aSnapshotWaitsForAllRequestsAlsoForRepetitions() {
        AtomicInteger answers = new AtomicInteger();
        service.answer(request -> answers.incrementAndGet() % 3 == 0 ? 200 : 503);
        sink.recover(1, java.util.List.of());
        for (int i = 0; i < 20; i++) {
            feed("k" + i, i);
        }
        assertThat(sink.prepare(1)).isNull();
        assertThat(task.acked).hasSize(20);
        sink.commit(1);
    }

    @Test
    void aSnapshotFailsIfTheServiceDoesAndItsRequestsGoOn() {
        open(HttpSink.post(service.url("/")).prepareFor(Duration.ofMillis(50)));
        service.answer(request -> 503);
        feed("a", 1);
        assertThatThrownBy(() -> sink.prepare(1))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("1 requests to http://127.0.0.1:");
        service.answer(request -> 200);
        task.runUntil(() -> task.acked.size() == 1);
        assertThat(sink.prepare(2)).isNull();
    }

    @Test
    void whatIsUnderWayAtTheEndFails() {
        CountDownLatch never = new CountDownLatch(1);
        service.answer(request -> {
            never.await();
            return 200;
        });
        Tuple tuple = feed("a", 1);
        sink.close();
        assertThat(task.failed).containsExactly(tuple);
    }

    @Test
    void anInputThatMakesNoRequestIsAnErrorOfThisInput() {
        assertThatThrownBy(() -> feed("two words", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("field 'id' is 'two words'");
        assertThatThrownBy(() -> feed(null, 1)).isInstanceOf(IllegalArgumentException.class);
        open(HttpSink.put(service.url("/items/{id}")));
        assertThatThrownBy(() -> feed("..", 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> feed("", 1)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void mistakesOfTheTopologyAreFoundAtOnce() {
        for (String url : new String[] {null, "", "ftp://host/", "http://", "http:///x", "/x", "http://ho st/"}) {
            assertThatThrownBy(() -> HttpSink.post(url)).as(url).isInstanceOf(TopologyException.class);
        }
        HttpSink post = HttpSink.post("http://user:secret@host/x?token=secret");
        assertThatThrownBy(() -> post.inFlight(0)).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> post.header("Host", "x")).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> post.header("X", "a\nb")).isInstanceOf(TopologyException.class);
        assertThatThrownBy(() -> post.retry(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(TopologyException.class);
        assertThat(new UrlTemplate("http://user:secret@host/x?token=secret")).hasToString("http://host/x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://user:sec@ret@host/x",
                "http://user:sec/ret@host/x",
                "http://user:sec?ret@host/x",
                "http://user:sec#ret@host/x"
            })
    void aUrlThatIsRefusedShowsNoPassword(String url) {
        assertThatThrownBy(() -> HttpSink.post(url))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("'http://host/x'")
                .message()
                .doesNotContainPattern("sec|ret");
    }

    @Test
    void aHeaderOfTheNodeIsSentAndInNoStoredTopology() throws IOException {
        Path file = Files.writeString(directory.resolve("token"), "geheim\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        open(HttpSink.post(service.url("/events")).header("Authorization", "Bearer ${file:" + file + "}"));

        feed("a", 1);
        task.runUntil(() -> task.acked.size() == 1);

        assertThat(service.authorization).isEqualTo("Bearer geheim");
        ByteArrayOutputStream stored = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(stored)) {
            out.writeObject(sink);
        }
        assertThat(stored.toString(StandardCharsets.ISO_8859_1)).doesNotContain("geheim");

        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertThatThrownBy(() -> sink.prepare(task.context(), task.boltOut()))
                .isInstanceOf(TopologyException.class)
                .hasMessageContaining("the header 'Authorization' of http://127.0.0.1:")
                .hasMessageContaining("chmod 600 " + file);
    }
}
