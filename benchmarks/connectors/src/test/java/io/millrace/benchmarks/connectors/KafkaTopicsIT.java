// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.benchmarks.macro.AdEvent;
import io.millrace.benchmarks.macro.AdEvents;
import io.millrace.benchmarks.macro.EventTopics;
import io.millrace.benchmarks.macro.Input;
import io.millrace.benchmarks.macro.Promise;
import io.millrace.benchmarks.macro.Shape;
import io.millrace.benchmarks.macro.Signals;
import io.millrace.benchmarks.macro.Workload;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class KafkaTopicsIT {

    private static final int RATE = 2_000;

    @TempDir
    private Path directory;

    @Test
    void eachSourceReadsItsEventsOnceAndInOrderAndGoesBackToAPosition() throws Exception {
        Workload workload = new Workload(Shape.YAHOO_JSON, RATE, 1, Promise.exactlyOnce(1_000), 0, 1).fromKafka();
        try (EventTopics topics = EventTopics.find();
                EventTopics.Writing writing = topics.open(workload, directory)) {
            assertThat(Signals.countUp(directory)).isEqualTo(Shape.TASKS);
            long start = System.nanoTime();
            Signals.start(directory, start);

            for (int source = 0; source < Shape.TASKS; source++) {
                Input input = Input.open(workload, directory, source);
                AdEvents events = new AdEvents(source);
                for (long number = 0; number < RATE / Shape.TASKS; number++) {
                    readNext(input);
                    long due = start + (number * Shape.TASKS + source) * 1_000_000_000L / RATE;
                    assertThat(input.payload()).isEqualTo(events.jsonDue(number, due));
                    assertThat(input.dueNanos()).isEqualTo(due);
                    assertThat(input.position()).isEqualTo(number + 1);
                    assertThat(AdEvent.parse((String) input.payload()).time()).isEqualTo(AdEvents.millis(due));
                }
                input.restore(7);
                readNext(input);
                assertThat(input.position()).isEqualTo(8);
                assertThat((String) input.payload()).isEqualTo(events.jsonDue(7, input.dueNanos()));
            }
            assertThat(writing.report()).startsWith("2,000 events were in the topic p50 ");
        }
    }

    private static void readNext(Input input) {
        while (!input.next()) {
            Thread.onSpinWait();
        }
    }
}
