// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.api.Millrace;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers as threads of this process. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ScoringServiceTest {

    private ScoringService service;
    private Client client;

    @BeforeEach
    void start() throws Exception {
        service = new ScoringService(Millrace.local(), 0);
        client = Client.of(service.uri());
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void aScoreIsTheRatioToTheMeanOfThePayments() throws Exception {
        assertThat(client.get("/score?user=ann&amount=50").body()).isEqualTo("ann 1.0\n");
        assertThat(client.post("/events?user=ann&amount=10").body()).isEqualTo("ann processed\n");
        assertThat(client.get("/score?user=ann&amount=50").body()).isEqualTo("ann 5.0\n");
        assertThat(client.get("/score?user=bob&amount=50").body()).isEqualTo("bob 1.0\n");
    }

    @Test
    void aPaymentFarAboveTheMeanIsAnAlertOnce() throws Exception {
        assertThat(client.get("/alerts").body()).isEqualTo("\n");
        client.post("/events?user=ann&amount=10");
        client.post("/events?user=ann&amount=40");

        assertThat(client.get("/alerts").body()).isEqualTo("[ann, 40.0, 4.0]\n");
        assertThat(client.get("/alerts").body()).isEqualTo("\n");
    }

    @Test
    void healthFollowsTheEngine() throws Exception {
        HttpResponse<String> health = client.get("/health");
        while (health.body().startsWith("DEGRADED")) { // Components are being opened
            health = client.get("/health");
        }
        assertThat(health.statusCode()).isEqualTo(200);
        assertThat(health.body().strip()).isEqualTo("READY");

        service.run().kill();
        assertThat(client.get("/score?user=ann&amount=50").statusCode()).isEqualTo(503);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/score",
                "/score?user=ann",
                "/score?amount=1",
                "/score?user=&amount=1",
                "/score?user=a%20b&amount=1",
                "/score?user=ann&amount=NaN",
                "/score?user=ann&amount=-1",
                "/score?user=ann&amount=ten"
            })
    void badInputIsOneLine(String path) throws Exception {
        HttpResponse<String> answer = client.get(path);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body().strip()).contains("give").hasLineCount(1);
    }

    @Test
    void anUnknownPathNamesTheKnownOnes() throws Exception {
        assertThat(client.post("/score?user=ann&amount=1").statusCode()).isEqualTo(404);
        assertThat(client.get("/scores").body()).contains("GET /score");
    }

    @ParameterizedTest
    @CsvSource({"NO_ROOM,503", "WORKER_DIED,503", "CLOSED,503", "TIMED_OUT,504", "FAILED,500", "INVALID,500"})
    void aFailureHasTheStatusOfItsReason(Reason reason, int status) {
        RequestException failure = new RequestException(reason, "what happened");
        ScoringService.Reply reply = new ScoringService.Reply(status, reason + ": what happened");
        assertThat(ScoringService.failed(failure)).isEqualTo(reply);
        assertThat(ScoringService.failed(new CompletionException(failure))).isEqualTo(reply);
    }

    @Test
    void closeAnswersWhatIsUnderWayAndRefusesTheRest() throws Exception {
        service.run().deactivate(); // No answer can come yet
        CompletableFuture<HttpResponse<String>> underWay = client.getAsync("/score?user=ann&amount=50");
        while (service.run().function(Scoring.REQUESTS).pending() == 0) {
            LockSupport.parkNanos(1_000_000);
        }
        CompletableFuture<Void> closed = CompletableFuture.runAsync(service::close);
        HttpResponse<String> refused = client.get("/health");
        while (refused.statusCode() == 200) {
            refused = client.get("/health");
        }
        assertThat(refused.body()).isEqualTo("busy or closing: try again\n");

        service.run().activate();
        assertThat(underWay.get().body()).isEqualTo("ann 1.0\n");
        closed.get();
        assertThatThrownBy(() -> client.get("/health")).isInstanceOf(ConnectException.class);
        assertThat(engineThreads()).isEmpty();
    }

    @Test
    void aPortInUseLeavesNoEngine() {
        assertThatThrownBy(
                        () -> new ScoringService(Millrace.local(), service.uri().getPort()))
                .isInstanceOf(IOException.class);
        assertThat(engineThreads())
                .filteredOn(name -> name.startsWith("millrace-w1-watchdog"))
                .hasSize(1);
    }

    private static List<String> engineThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("millrace-"))
                .toList();
    }
}
