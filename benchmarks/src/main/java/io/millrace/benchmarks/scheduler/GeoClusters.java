// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.scheduler;

import io.millrace.benchmarks.scheduler.Flow.Stage;
import io.millrace.scheduler.model.Problem;
import io.millrace.scheduler.model.RegionRtt;
import java.util.ArrayList;
import java.util.List;

/** Nodes in several regions: sources live where their data is, the rest is free, and hop cost counts. */
final class GeoClusters {
    static final String FAMILY = "geo";
    private static final List<String> REGIONS =
            List.of("eu-west", "eu-central", "us-east", "us-west", "asia", "brazil");
    /** Usual round trips in milliseconds, upper triangle. */
    private static final double[][] MILLIS = {
        {22, 78, 135, 180, 185}, {92, 150, 165, 205}, {65, 160, 115}, {105, 175}, {260}
    };

    private GeoClusters() {}

    static List<Problem> problems(long seed) {
        return List.of(
                pipeline("w01-geo-2r4n", seed, 2, 2, 1),
                pipeline("w02-geo-4r4n", seed, 4, 1, 1),
                pipeline("w03-geo-3r9n", seed, 3, 3, 3),
                pipeline("w04-geo-6r12n", seed, 6, 2, 2),
                oneRegionLatency("w05-latency-1r4n", seed));
    }

    private static Problem pipeline(String name, long seed, int regions, int nodesPerRegion, int scale) {
        Draft draft = new Draft(name, FAMILY, seed, "advertising, sources in " + regions + " regions")
                .eps(0.15)
                .latency(rtt(regions));
        for (int i = 0; i < regions * nodesPerRegion; i++) {
            draft.node(1, 4, REGIONS.get(i % regions));
        }
        Flow flow = new Flow(draft, "ads", 3 * regions * nodesPerRegion);
        Stage enrich = flow.stage("enrich", regions * 2 * scale, 3);
        List<Stage> parsers = new ArrayList<>();
        for (int i = 0; i < regions; i++) {
            Stage impressions = flow.sourceIn(REGIONS.get(i), "impressions" + i, scale, 9_000, 1);
            Stage clicks = flow.sourceIn(REGIONS.get(i), "clicks" + i, scale, 900, 1);
            Stage parse = flow.stage("parse" + i, 2 * scale, 5);
            flow.shuffle(impressions, parse, 1);
            flow.shuffle(clicks, parse, 1);
            parsers.add(parse);
        }
        parsers.forEach(parse -> flow.fields(parse, enrich, 0.6, 0.4));
        Stage aggregate = flow.stage("aggregate", regions * scale, 2);
        flow.ownKeys(enrich, aggregate, 0.3, 1.1);
        Stage top = flow.stage("top", 1, 1);
        flow.shuffle(aggregate, top, 0.02);
        return draft.build();
    }

    private static Problem oneRegionLatency(String name, long seed) {
        Draft draft = new Draft(name, FAMILY, seed, "one region, but hop cost counts, so workers matter")
                .latency()
                .nodes(4, 4);
        PaperTopologies.advertising(draft, "ysb", 16, 2, 3);
        return draft.build();
    }

    private static RegionRtt rtt(int regions) {
        List<List<Double>> millis = new ArrayList<>();
        for (int from = 0; from < regions; from++) {
            List<Double> row = new ArrayList<>();
            for (int to = 0; to < regions; to++) {
                int low = Math.min(from, to);
                row.add(from == to ? 0.0 : MILLIS[low][Math.max(from, to) - low - 1]);
            }
            millis.add(row);
        }
        return new RegionRtt(REGIONS.subList(0, regions), millis);
    }
}
