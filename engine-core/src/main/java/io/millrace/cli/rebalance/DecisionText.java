package io.millrace.cli.rebalance;

import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.Table;
import io.millrace.cluster.model.RebalanceDecision;
import io.millrace.cluster.model.RebalanceDecisions;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Decisions as lines, the oldest first. */
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
            return lines;
        }
        lines.add("");
        Table table = new Table("TIME", "TIMES", "FOR", "DECISION", "REASON");
        made.decisions()
                .forEach(decision -> table.row(
                        TIME.format(Instant.ofEpochMilli(decision.fromMillis()).atZone(zone)),
                        decision.times(),
                        Format.age(Duration.ofMillis(decision.atMillis() - decision.fromMillis())),
                        said(decision),
                        decision.reason()));
        lines.addAll(table.lines());
        return lines;
    }

    private static String said(RebalanceDecision decision) {
        String verdict = decision.verdict().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return decision.number() == 0 ? verdict : verdict + " (" + decision.number() + ")";
    }
}
