// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;

/** Images, engines that analyse them, and a bolt that counts their results. */
final class ImagesTopology {

    /** The name with which it is submitted. */
    static final String NAME = "images";

    /** The fields of a result: the image's number, when it was due, and whether it came as it was sent. */
    static final String[] RESULT = {"number", "due", "whole"};

    private ImagesTopology() {}

    static Topology of(Language language, int engines, int costMillis, String directory) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("source", new Images(directory), 1);
        builder.setEngines("analyse", language.engines(costMillis), engines, engines)
                .firstIdle("source");
        builder.setBolt("results", new ImageResults(directory), 1).shuffle("analyse");
        return builder.build();
    }
}
