package io.millrace.cluster.controller.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.config.Config;
import io.millrace.api.config.MetricsDetail;
import io.millrace.cluster.Await;
import io.millrace.cluster.Records;
import io.millrace.cluster.http.HttpDaemon;
import io.millrace.cluster.http.HttpWire;
import io.millrace.cluster.http.NodeTargets;
import io.millrace.cluster.http.Reply;
import io.millrace.cluster.http.RestAccess;
import io.millrace.cluster.http.Route;
import io.millrace.cluster.model.FinishedTasks;
import io.millrace.cluster.model.RestPaths;
import io.millrace.cluster.model.SupervisorRecord;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time limit is shorter than that of one request to a silent server, 10 s. */
@Timeout(9)
class SupervisorClientTest {

    private final CountDownLatch mayAnswer = new CountDownLatch(1);
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicInteger atOnce = new AtomicInteger();
    private final AtomicInteger mostAtOnce = new AtomicInteger();
    private HttpDaemon good;
    private HttpDaemon slow;
    private ServerSocket silent;

    @BeforeEach
    void start() throws IOException {
        good = serve(() -> {});
        slow = serve(() -> {
            asked.incrementAndGet();
            mostAtOnce.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
            try {
                mayAnswer.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            atOnce.decrementAndGet();
        });
        silent = new ServerSocket(0, 50, InetAddress.getByName("127.0.0.1"));
    }

    private static HttpDaemon serve(Runnable before) {
        List<Route> routes = List.of(
                Route.get(RestPaths.FINISHED, request -> {
                    before.run();
                    return Reply.json(List.of(new FinishedTasks("t", List.of(1))));
                }),
                Route.get(RestPaths.WORKERS, request -> {
                    before.run();
                    return Reply.json(List.of());
                }));
        return HttpDaemon.start(
                "127.0.0.1",
                0,
                ClusterKeys.NODE_HOST,
                ClusterKeys.SUPERVISOR_PORT,
                routes,
                RestAccess.of(Config.empty(), "", ""));
    }

    @AfterEach
    void stop() throws IOException {
        mayAnswer.countDown();
        good.close();
        slow.close();
        silent.close();
    }

    private static SupervisorRecord supervisor(String node, int port) {
        return Records.supervisor(node, "127.0.0.1", port, 1, 2, 4, node);
    }

    @Test
    void aSilentSupervisorDoesNotDelayTheOthers() {
        try (SupervisorClient client =
                new SupervisorClient(new NodeTargets(HttpWire.PLAIN, ""), Duration.ofMillis(500))) {
            List<SupervisorRecord> both =
                    List.of(supervisor("silent", silent.getLocalPort()), supervisor("good", good.port()));
            for (int i = 0; i < 100; i++) {
                assertThat(client.finishedTasks(both)).hasSize(1);
                assertThat(client.silent()).containsExactly("silent");
            }
        }
    }

    @Test
    void aSupervisorThatAnswersAgainIsAskedAgain() throws Exception {
        try (SupervisorClient client =
                new SupervisorClient(new NodeTargets(HttpWire.PLAIN, ""), Duration.ofMillis(200))) {
            List<SupervisorRecord> one = List.of(supervisor("slow", slow.port()));
            for (int i = 0; i < 10; i++) {
                assertThat(client.finishedTasks(one)).isEmpty();
            }
            assertThat(asked).hasValue(1);
            mayAnswer.countDown();
            Await.until("it answers again", () -> client.silent().isEmpty());
            Await.until("it is asked again", () -> client.finishedTasks(one).size() == 1);
        }
    }

    @Test
    void anAnswerIsAwaitedByNobodyWhoDoesNotWant() {
        try (SupervisorClient client =
                new SupervisorClient(new NodeTargets(HttpWire.PLAIN, ""), Duration.ofMinutes(1))) {
            CompletableFuture<List<NodeReport>> later =
                    client.askReports(List.of(supervisor("slow", slow.port())), MetricsDetail.COUNTS);
            assertThat(later).isNotDone();
            mayAnswer.countDown();
            assertThat(later.join()).isEmpty();
        }
    }

    @Test
    void fewQuestionsToOneSupervisorAreUnderWay() throws Exception {
        try (SupervisorClient client =
                new SupervisorClient(new NodeTargets(HttpWire.PLAIN, ""), Duration.ofMinutes(1))) {
            List<CompletableFuture<List<NodeReport>>> many = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                many.add(client.askReports(List.of(supervisor("slow", slow.port())), MetricsDetail.COUNTS));
            }
            Await.until("some are asked", () -> asked.get() == 4);
            mayAnswer.countDown();
            many.forEach(CompletableFuture::join);
            assertThat(asked).hasValue(20);
            assertThat(mostAtOnce.get()).isLessThanOrEqualTo(4);
        }
    }
}
