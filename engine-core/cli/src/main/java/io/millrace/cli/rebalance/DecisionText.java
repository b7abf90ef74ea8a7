// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.rebalance;

import io.millrace.api.metrics.EngineDecision;
import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.TextTable;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecisions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Decisions about places and engines as lines, the oldest first. */
public final class DecisionText {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);

    private DecisionText() {}

    public static List<String> lines(RebalanceDecisions made, ZoneId zone) {
        List<String> lines = new ArrayList<>();
        lines.add(made.topology() + ": automatic rebalancing is "
                + (made.automatic()
                        ? "on"
                        : "off; 'millrace rebalance " + made.topology() + " --auto on' turns it on"));
        if (made.decisions().isEmpty()) {
            lines.add(made.automatic() ? "no decisions yet" : "no decisions since this controller leads");
        } else {
            lines.add("");
            lines.addAll(ofPlaces(made, zone));
        }
        if (!made.engines().isEmpty()) {
            lines.add("");
            lines.addAll(ofEngines(made.engines(), zone));
        }
        return lines;
    }

    private static List<String> ofPlaces(RebalanceDecisions made, ZoneId zone) {
        TextTable table = new TextTable("TIME", "TIMES", "FOR", "DECISION", "REASON");
        made.decisions()
                .forEach(decision -> table.row(
                        time(decision.fromMillis(), zone),
                        decision.times(),
                        Format.age(Duration.ofMillis(decision.atMillis() - decision.fromMillis())),
                        said(decision),
                        decision.reason()));
        return table.lines();
    }

    private static List<String> ofEngines(List<EngineDecision> made, ZoneId zone) {
        TextTable table =
                new TextTable("TIME", "TIMES", "FOR", "COMPONENT", "TASK", "NODE", "ENGINES", "DECISION", "REASON");
        made.forEach(decision -> table.row(
                time(decision.span().fromMillis(), zone),
                decision.span().times(),
                Format.age(Duration.ofMillis(
                        decision.span().atMillis() - decision.span().fromMillis())),
                decision.component(),
                decision.task(),
                decision.node(),
                decision.change().before() + " > " + decision.change().after(),
                words(decision.change().verdict()),
                decision.change().reason()));
        return table.lines();
    }

    private static String time(long millis, ZoneId zone) {
        return TIME.format(Instant.ofEpochMilli(millis).atZone(zone));
    }

    private static String words(Enum<?> verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String said(RebalanceDecision decision) {
        String verdict = words(decision.verdict());
        return decision.number() == 0 ? verdict : verdict + " (" + decision.number() + ")";
    }
}
