// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.engines;

import io.millrace.api.BasicBolt;
import io.millrace.api.Engines;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.operators.Bolts;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts bright spots in frames of a camera by two engines in Python. Needs python3 on the nodes. Argument: how many frames, by default 20. */
public final class BrightSpots {

    private static final Logger LOG = LoggerFactory.getLogger(BrightSpots.class);

    private BrightSpots() {}

    public static void main(String[] args) {
        int frames = args.length == 0 ? 20 : Integer.parseInt(args[0]);
        TopologySubmitter.submit("bright-spots", topology(frames, Bolts.forEach(BrightSpots::log)), Config.empty());
    }

    static Topology topology(int frames, BasicBolt sink) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("camera", Frames.spout(frames));
        builder.setEngines(
                        "spots", Engines.process("python3", "bright_spots.py").emits("number", "spots"), 2, 2)
                .shuffle("camera");
        builder.setBolt("sink", sink).shuffle("spots");
        return builder.build();
    }

    private static void log(Tuple frame) {
        LOG.info("frame {} has {} bright spots", frame.getLong("number"), frame.getLong("spots"));
    }
}
