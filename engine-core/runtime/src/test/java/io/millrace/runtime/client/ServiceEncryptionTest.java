// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.client;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.millrace.api.Fields;
import io.millrace.api.RequestException;
import io.millrace.api.RequestException.Reason;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologyFunction;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.cluster.Await;
import io.millrace.cluster.Certificates;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.transport.TlsSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** A service outside the nodes, whose workers have certificates. */
@Timeout(90)
class ServiceEncryptionTest {

    private static final Duration MOST = Duration.ofSeconds(40);
    private static final Config CONFIG = Config.empty().with("topology.message.timeout", "10 s");

    /** The type of a TLS record with a handshake, RFC 8446, 5.1. */
    private static final int TLS_HANDSHAKE = 22;

    @TempDir
    Path directory;

    private final Logger logger = (Logger) LoggerFactory.getLogger("io.millrace.transport");
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Level level = logger.getLevel();
    private Certificates certificates;
    private TlsSettings ofWorkers;

    @BeforeEach
    void start() throws Exception {
        certificates = new Certificates(directory).authority("ca");
        ofWorkers = certificates.node("node", "ca", "ca");
        log.start();
        logger.setLevel(Level.WARN);
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        logger.setLevel(level);
    }

    private static Topology doubling() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", Spouts.fed(Fields.of("n")).answers("twice"));
        builder.setBolt("twice", Bolts.answer(request -> List.of(2 * request.getInt("n"))))
                .shuffle("numbers");
        builder.setBolt("seen", Bolts.results().discarding()).shuffle("numbers");
        return builder.build();
    }

    @Test
    void aServiceWithACertificateOfTheClusterAsksFeedsAndTakes() throws Exception {
        TlsSettings own = certificates.node("service", "ca", "ca");
        try (RelayedService service = new RelayedService(doubling(), CONFIG, 1, ofWorkers, own)) {
            TopologyFunction function = service.handles.function("numbers");
            CompletableFuture<Tuple> answer = function.ask(21).toCompletableFuture();
            assertThat(answer.get(MOST.toSeconds(), TimeUnit.SECONDS).getInt("twice"))
                    .isEqualTo(42);
            Set<Integer> seen = ConcurrentHashMap.newKeySet();
            service.handles.results("seen").subscribe(tuple -> seen.add(tuple.getInt("n")));
            Await.until("results come", MOST, () -> {
                service.handles.feed("numbers").send(5);
                return seen.contains(5);
            });
            for (Relay relay : service.relays) {
                assertThat(relay.firstBytes()).containsExactly(TLS_HANDSHAKE);
            }
        }
        assertThat(lines("cannot connect")).isEmpty();
    }

    @Test
    void aServiceWithAForeignCertificateIsRefusedInOneLineAndNothingWaitsForEver() throws Exception {
        certificates.authority("otherca");
        TlsSettings foreign = certificates.node("stranger", "otherca", "ca");
        isRefused(foreign, "it refuses the certificate 'CN=stranger'");
    }

    @Test
    void aServiceThatDoesNotTrustTheClusterSaysSoInOneLine() throws Exception {
        certificates.authority("otherca");
        TlsSettings trustsOthers = certificates.node("member", "ca", "otherca");
        isRefused(trustsOthers, "'CN=node'");
    }

    @Test
    void aServiceWithoutACertificateIsRefusedInOneLine() throws Exception {
        isRefused(null, "takes connections with TLS only");
    }

    private void isRefused(TlsSettings own, String why) throws Exception {
        try (RelayedService service = new RelayedService(doubling(), CONFIG, 1, ofWorkers, own)) {
            CompletableFuture<Tuple> answer =
                    service.handles.function("numbers").ask(1).toCompletableFuture();
            CompletableFuture<Void> sent =
                    service.handles.feed("numbers").send(1).toCompletableFuture();
            Await.until("it has tried again", MOST, () -> service.relays.get(0).accepted() > 3);
            assertThat(answer).isNotDone();
            assertThat(lines("cannot connect to w1#1@"))
                    .singleElement()
                    .asString()
                    .contains(why);

            Await.until("nothing waits any more", MOST, () -> {
                service.clock.addAndGet(1_000_000_000L);
                service.tick();
                return answer.isDone() && sent.isDone();
            });
            assertThat(reasonOf(answer)).isEqualTo(Reason.TIMED_OUT);
            assertThat(reasonOf(sent)).isEqualTo(Reason.NOT_CONNECTED);
            assertThat(service.handles.function("numbers").pending()).isZero();
        }
    }

    private static Reason reasonOf(CompletableFuture<?> failed) {
        return failed.handle((value, failure) -> ((RequestException) failure).reason())
                .join();
    }

    private List<String> lines(String part) {
        return List.copyOf(log.list).stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> line.contains(part))
                .toList();
    }
}
