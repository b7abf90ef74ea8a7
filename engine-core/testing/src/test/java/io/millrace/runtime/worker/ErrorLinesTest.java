// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.error.TopologyException;
import io.millrace.api.metrics.TaskMetrics;
import io.millrace.log.LogLines;
import io.millrace.testing.TopologyTest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The errors of a component that are lines of the worker's log. */
@Timeout(60)
class ErrorLinesTest {

    private static final Queue<RuntimeException> REPORTS = new ArrayDeque<>();
    private static final Queue<RuntimeException> THROWS = new ArrayDeque<>();

    @RegisterExtension
    private final LogLines log = LogLines.of("io.millrace.runtime.task.ErrorLog");

    private static final class Reporting implements Spout {

        private static final long serialVersionUID = 1L;
        private transient SpoutCollector out;

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
        }

        @Override
        public void nextTuple() {
            RuntimeException report = REPORTS.poll();
            if (report != null) {
                out.reportError(report);
            } else if (!THROWS.isEmpty()) {
                throw THROWS.poll();
            }
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("field");
        }
    }

    @AfterEach
    void listenNoMore() {
        REPORTS.clear();
        THROWS.clear();
    }

    private static TopologyTest start() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Reporting());
        return TopologyTest.of(builder.build()).start();
    }

    private static void report(int times, String message) {
        for (int i = 0; i < times; i++) {
            REPORTS.add(new TopologyException(message));
        }
    }

    private List<String> lines() {
        List<String> lines = log.all();
        log.clear();
        return lines;
    }

    @Test
    void whatAComponentReportsIsToldApartByItsMessage() {
        try (TopologyTest test = start()) {
            report(3, "views-0 is gone");
            report(1, "views-1 is gone");
            test.advance(Duration.ofSeconds(1));
            assertThat(lines())
                    .hasSize(2)
                    .allMatch(line -> line.startsWith("component 'source', task 1: "))
                    .anyMatch(line -> line.contains("views-0 is gone"))
                    .anyMatch(line -> line.contains("views-1 is gone"));
            assertThat(test.metrics().sum("source", TaskMetrics::errors)).isEqualTo(4);
        }
    }

    @Test
    void whatGoesOnIsALineAMinute() {
        try (TopologyTest test = start()) {
            report(3, "the server refuses");
            test.advance(Duration.ofSeconds(61));
            assertThat(lines()).hasSize(1);
            report(1, "the server refuses");
            test.advance(Duration.ofSeconds(1));
            assertThat(lines()).singleElement().asString().endsWith("; 3 of this cause since it was logged last");
            report(1, "the server refuses");
            test.advance(Duration.ofSeconds(1));
            assertThat(lines()).isEmpty();
        }
    }

    @Test
    void linesOfAMinuteAreBounded() {
        try (TopologyTest test = start()) {
            for (int i = 0; i < 100; i++) {
                report(1, "message " + i + " is bad");
                THROWS.add(new IllegalStateException("thrown at one place, whatever it says: " + i));
            }
            test.advance(Duration.ofSeconds(5));
            assertThat(lines()).hasSize(16);
            assertThat(test.metrics().sum("source", TaskMetrics::errors)).isEqualTo(200);
            test.advance(Duration.ofSeconds(61));
            report(1, "another one is bad");
            test.advance(Duration.ofSeconds(1));
            assertThat(lines()).singleElement().asString().contains("another one is bad");
        }
    }
}
