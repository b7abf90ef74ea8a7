// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.traffic;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.cluster.model.TrafficReport;
import io.millrace.cluster.model.TrafficReport.ComponentFlow;
import io.millrace.cluster.model.TrafficReport.Distance;
import io.millrace.cluster.model.TrafficReport.Flow;
import io.millrace.cluster.model.TrafficReport.TaskLoad;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficTextTest {

    private static final TrafficReport REPORT = new TrafficReport(
            "wc",
            true,
            10,
            3.2,
            List.of(new ComponentFlow("read", "count", 4_000, 25_000, 0.5, 0.25, 0, 0.25)),
            List.of(
                    new Flow("read", 1, "count", 2, 3_000, 0, Distance.EXECUTOR),
                    new Flow("read", 1, "count", 3, 1_000, 25_000, Distance.REMOTE)),
            List.of(
                    new TaskLoad(1, "read", "w1", "n1", 0, 0.5),
                    new TaskLoad(2, "count", "w1", "n1", 0, 0.25),
                    new TaskLoad(3, "count", "w2", "n2", 1, 0.125)));

    @Test
    void componentsUnlessTasksAreAskedFor() {
        assertThat(TrafficText.lines(REPORT, false))
                .containsExactly(
                        "wc: 4,000 messages/s, 25.0 % of them between nodes, 0.875 processors; measured 3 s ago, each"
                                + " 10 s",
                        "",
                        "SOURCE  TARGET  MESSAGES/S  BYTES/S  EXECUTOR  WORKER   NODE  BETWEEN NODES",
                        "read    count        4,000   25,000    50.0 %  25.0 %  0.0 %         25.0 %",
                        "",
                        "COMPONENT  TASKS    CPU  BUSIEST TASK",
                        "read           1  0.500         0.500",
                        "count          2  0.375         0.250");
    }

    @Test
    void everyPairAndEveryTask() {
        assertThat(TrafficText.lines(REPORT, true))
                .contains(
                        "   1  read          2  count        3,000     0.00  one executor",
                        "   1  read          3  count        1,000   25,000  two nodes",
                        "   3  count      0.125  w2             1  n2");
    }

    @Test
    void nothingYetSaysWhenThereWillBeSomething() {
        TrafficReport nothing = new TrafficReport("wc", false, 10, 0, List.of(), List.of(), List.of());

        assertThat(TrafficText.lines(nothing, true)).singleElement().asString().contains("here 10 s");
    }
}
