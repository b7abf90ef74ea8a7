// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.controller;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.api.Fields;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.Windows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotNotesTest {

    @Test
    void windowsWithoutAStateDirectoryAreNamed() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.fed(Fields.of("page")));
        builder.setBolt(
                        "counts",
                        Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "page")
                                .aggregate("n", Aggregates.count()))
                .fields("views", "page");

        assertThat(notes(builder.build()))
                .containsExactly("there are no snapshots of the windows and states of 'counts': when a worker ends,"
                        + " they are lost, and tuples that are repeated count twice: set topology.state.dir, and"
                        + " topology.guarantee=exactly-once if each tuple must count once");
    }

    @Test
    void withoutStatesThereIsNothingToSay() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("views", Spouts.fed(Fields.of("page")));
        builder.setBolt("results", Bolts.results()).shuffle("views");

        assertThat(notes(builder.build())).isEmpty();
    }

    private static List<String> notes(Topology topology) {
        return SnapshotNotes.of(Config.empty(), topology, null, List.of());
    }
}
