// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

import static io.millrace.api.Samples.problems;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import io.millrace.operators.aggregate.Aggregates;
import io.millrace.operators.window.IntervalJoin;
import io.millrace.operators.window.WindowBolt;
import io.millrace.operators.window.Windows;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Windows and joins that would compute nothing, or not what they declare, are refused with a line each. */
class OwnInputChecksTest {

    private record View(String campaign, String user, long time) {}

    private final TopologyBuilder builder = new TopologyBuilder();

    private SpoutDeclarer views(String id) {
        return builder.setSpout(id, Spouts.of(List.of(new View("spring", "ann", 0))));
    }

    private static WindowBolt counts() {
        return Bolts.window(Windows.tumbling(Duration.ofSeconds(10)), "campaign")
                .aggregate("views", Aggregates.count());
    }

    private void timed(String... ids) {
        for (String id : ids) {
            views(id).eventTime("time", Duration.ZERO);
        }
    }

    @Test
    void aWindowMustBeGroupedByItsKey() {
        timed("views");
        builder.setBolt("shuffled", counts()).shuffle("views");
        builder.setBolt("other", counts()).fields("views", "user");
        builder.setBolt("more", counts()).fields("views", "campaign", "user");
        builder.setBolt("right", counts().eventTime("time")).fields("views", "campaign");
        assertThat(problems(builder))
                .containsExactlyInAnyOrder(
                        "component 'shuffled': its key is campaign, and its input 'views' is not grouped by fields:"
                                + " subscribe by .fields(\"views\", \"campaign\")",
                        "component 'other': its key is campaign, and its input 'views' is grouped by user:"
                                + " subscribe by .fields(\"views\", \"campaign\")",
                        "component 'more': its key is campaign, and its input 'views' is grouped by campaign, user:"
                                + " subscribe by .fields(\"views\", \"campaign\")");
    }

    @Test
    void aWindowMustGetTheFieldsThatItReads() {
        timed("views");
        builder.setBolt(
                        "sums",
                        counts().aggregate("cents", Aggregates.sum("cents"))
                                .eventTime("at")
                                .lateTo("late", "price"))
                .fields("views", "campaign");
        assertThat(problems(builder))
                .containsExactly(
                        "component 'sums': its event time is the field 'at', which its input 'views' does not have: it has"
                                + " campaign, user, time",
                        "component 'sums': it computes a value of the field 'cents', which its input 'views' does not have:"
                                + " it has campaign, user, time",
                        "component 'sums': it emits late tuples with the field 'price', which its input 'views' does not"
                                + " have: it has campaign, user, time");
    }

    @Test
    void eventTimeMustBeKnownToASpoutBefore() {
        views("views");
        builder.setBolt("pass", Bolts.filter(Fields.of(View.class), view -> true))
                .shuffle("views");
        builder.setBolt("counts", counts().eventTime("time")).fields("pass", "campaign");
        assertThat(problems(builder))
                .containsExactly("component 'counts': it goes by event time, and no spout before it has one, so that it"
                        + " would never emit anything: call eventTime where the spout is set");
    }

    @Test
    void windowsOfWindowsAreGroupedByFromAndTo() {
        timed("views");
        builder.setBolt("counts", counts().eventTime("time")).fields("views", "campaign");
        builder.setBolt("top", Bolts.window(Windows.same()).aggregate("top", Aggregates.top(3, "views", "campaign")))
                .fields("counts", "to");
        assertThat(problems(builder))
                .containsExactly("component 'top': its key is from, to, and its input 'counts' is grouped by to:"
                        + " subscribe by .fields(\"counts\", \"from\", \"to\")");
    }

    @Test
    void aJoinMustGetItsTwoSides() {
        timed("views", "clicks", "others");
        IntervalJoin join = Bolts.join("views", "clicks", Duration.ZERO, Duration.ofSeconds(1))
                .eventTime("time", "at")
                .left("campaign")
                .right("user");
        builder.setBolt("one", join).fields("views", "campaign");
        builder.setBolt("both", join.eventTime("time", "time"))
                .shuffle("views")
                .fields("clicks", "campaign")
                .fields("others", "campaign");
        builder.setBolt("keys", join).fields("views", "campaign").fields("clicks", "campaign", "user");
        assertThat(problems(builder))
                .containsExactlyInAnyOrder(
                        "component 'one': it joins 'views' and 'clicks', and does not subscribe to 'clicks': subscribe by"
                                + " .fields(\"clicks\", ...)",
                        "component 'both': its input 'views' is not grouped by fields: group both by the fields of the key",
                        "component 'both': it joins 'views' and 'clicks', and subscribes to 'others': subscribe to those"
                                + " two alone",
                        "component 'keys': its input 'clicks' is grouped by campaign, user, and the other one by campaign:"
                                + " group both by the fields of the key",
                        "component 'keys': its event time is the field 'at', which its input 'clicks' does not have: it has"
                                + " campaign, user, time");
    }
}
