// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {

    @Test
    void aWorkloadIsReadAsItWasWritten() {
        for (Promise promise : new Promise[] {
            Promise.atMostOnce(),
            Promise.atMostOnce().withState(),
            Promise.atLeastOnce(),
            Promise.exactlyOnce(100),
            Promise.exactlyOnce(1_000, 0)
        }) {
            Workload workload = new Workload(Shape.WORDCOUNT, 10, 2, promise, 3, 4);

            assertThat(Workload.decode(workload.encode())).isEqualTo(workload);
            assertThat(Workload.decode(workload.onlyAsked().encode())).isEqualTo(workload.onlyAsked());
            assertThat(Workload.decode(workload.fromKafka().encode()))
                    .isEqualTo(workload.fromKafka())
                    .isNotEqualTo(workload);
            assertThat(Workload.decode(workload.withPayload(7).encode()))
                    .isEqualTo(workload.withPayload(7))
                    .isNotEqualTo(workload);
            Workload four = workload.withWorkers(4).withTaskPerWorker();
            assertThat(Workload.decode(four.encode())).isEqualTo(four);
            assertThat(four.tasks()).isEqualTo(4);
        }
    }

    @Test
    void namesTellTheGuarantee() {
        assertThat(named(Promise.atMostOnce())).isEqualTo("sol 10/s, 1 worker");
        assertThat(named(Promise.atLeastOnce())).isEqualTo("sol 10/s, 1 worker, acked");
        assertThat(named(Promise.exactlyOnce(100, 0))).isEqualTo("sol 10/s, 1 worker, exactly-once 0.1 s time-out 0 s");
    }

    @Test
    void theSameIsMeasuredWithSourcesThatSayWhenAndWithSourcesThatAreOnlyAsked() {
        List<Workload> all = Workload.all(3, 4);
        List<Workload> asked = all.stream().filter(Workload::asked).toList();

        assertThat(asked)
                .extracting(Workload::name)
                .containsExactlyInAnyOrder(
                        "wordcount 10000/s, 1 worker, only asked",
                        "throughput 1000/s, 1 worker, only asked",
                        "wordcount 10000/s, 2 workers, only asked",
                        "throughput 1000/s, 2 workers, only asked");
        assertThat(all)
                .extracting(Workload::name)
                .doesNotHaveDuplicates()
                .containsAll(asked.stream()
                        .map(workload -> workload.name().replace(", only asked", ""))
                        .toList());
        assertThat(all)
                .filteredOn(workload -> workload.isNamed("throughput 1000/s, 2 workers"))
                .extracting(Workload::asked)
                .containsExactlyInAnyOrder(false, true);
        assertThat(all)
                .filteredOn(workload -> workload.isNamed("throughput 1000/s, 2 workers, only asked"))
                .hasSize(1);
    }

    @Test
    void whatATopicHasIsReadWithEachGuarantee() {
        List<Workload> read = Workload.fromKafka(Workload.all(3, 4));

        assertThat(read)
                .extracting(Workload::name)
                .hasSize(6)
                .contains("yahoo json 10000/s, 2 workers, exactly-once 1 s, from Kafka")
                .allMatch(name -> name.startsWith("yahoo json "));
        assertThat(read)
                .filteredOn(workload -> workload.isNamed("yahoo json 10000/s, 1 worker"))
                .hasSize(1);
    }

    private static String named(Promise promise) {
        return new Workload(Shape.SOL, 10, 1, promise, 3, 4).name();
    }

    @Test
    void onlyExactlyOnceHasSettingsOfSnapshots() {
        assertThat(PromiseSettings.of(Promise.atLeastOnce(), Path.of("s")))
                .containsExactly("topology.guarantee=at-least-once");
        assertThat(PromiseSettings.of(Promise.exactlyOnce(100, 0), Path.of("s")))
                .containsExactly(
                        "topology.guarantee=exactly-once",
                        "topology.snapshot.interval=100 ms",
                        "topology.state.dir=s",
                        "topology.snapshot.alignment.timeout=0 ms");
    }
}
