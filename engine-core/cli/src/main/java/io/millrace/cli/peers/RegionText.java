// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.peers;

import io.millrace.cli.terminal.Format;
import io.millrace.cli.terminal.TextTable;
import io.millrace.cluster.model.RegionMatrix;
import java.time.Duration;
import java.util.List;

/** The round trips between regions as text. Stateless. */
public final class RegionText {

    private static final double MILLIS_PER_SECOND = 1_000;

    private RegionText() {}

    public static List<String> lines(RegionMatrix matrix) {
        TextTable table = new TextTable("REGION", "REGION", "ROUND TRIP", "NODE PAIRS", "MEASURED");
        matrix.pairs()
                .forEach(pair -> table.row(
                        pair.from(),
                        pair.to(),
                        Format.decimal(pair.rttMillis(), 2, " ms"),
                        pair.nodePairs(),
                        pair.isMeasured()
                                ? Format.age(Duration.ofMillis(Math.round(pair.ageSeconds() * MILLIS_PER_SECOND)))
                                        + " ago"
                                : "- (cluster.region.rtt)"));
        return table.lines();
    }
}
