// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.paper;

import java.util.List;

/** The figures of the paper on delay-resistant geo-distributed analytics, all on emulated hosts. */
final class GeoAnalyticsFigures {

    private GeoAnalyticsFigures() {}

    static List<PaperFigure> all() {
        PresetsFigure presets = new PresetsFigure();
        return List.of(
                new HostedFigure("tn-4", "Fig. 4", 2),
                presets,
                new HostedFigure("tn-7", "Fig. 7", 4),
                new ConnectionsFigure(),
                new SiteRatesFigure("tn-9", "Fig. 9", "eu-2"),
                new SiteRatesFigure("tn-10", "Fig. 10", "eu-4"),
                RttFigure.ofCpu(),
                RttFigure.ofMemory(),
                RttFigure.ofBytes(),
                new AcksReading(presets),
                new IntervalsFigure(),
                new SiteThroughputFigure(),
                new OverTimeFigure(),
                new VaryingFigure());
    }
}
