// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.cluster;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Tuple;

/** The sink: writes down each word before it is acknowledged. */
final class Words extends BaseBasicBolt {
    private static final long serialVersionUID = 1L;

    private final String directory;
    private transient BufferedWriter words;

    Words(Path directory) {
        this.directory = directory.toString();
    }

    @Override
    public void prepare(Map<String, Object> config, TopologyContext context) {
        try {
            words = Files.newBufferedWriter(Path.of(directory, "words-" + UUID.randomUUID()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void execute(Tuple tuple, BasicOutputCollector out) {
        try {
            words.write(tuple.getString(0) + "\n");
            words.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
