// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.Fields;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.operators.Bolts;

/** The topology of the README. */
final class CountLines {

    private CountLines() {}

    static Topology topology(String logs, String results) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("lines", FileSource.lines(logs).glob("*.log").finishAtEnd(), 2);
        builder.setBolt("errors", Bolts.flatMap(Fields.of("file", "text"), (line, out) -> {
                    String[] columns = line.getString("line").split(" ", 2);
                    if (columns[0].equals("ERROR")) {
                        out.emit("app", columns[1]);
                    }
                }))
                .localOrShuffle("lines");
        builder.setBolt("out", FileSink.lines(results).suffix(".tsv"), 2)
                .blocking()
                .shuffle("errors");
        return builder.build();
    }
}
