// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Appends the values of each tuple as a line to a file of its task, and acks then. */
public final class Written extends BaseRichBolt {

    private static final long serialVersionUID = 1L;

    private final String directory;

    private transient OutputCollector collector;
    private transient Path file;

    /** @param directory where the files are */
    public Written(String directory) {
        this.directory = directory;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
        collector = out;
        file = Path.of(directory, context.getThisComponentId() + "-" + context.getThisTaskId());
    }

    @Override
    public void execute(Tuple input) {
        try {
            Files.write(
                    file,
                    (input.getValues() + "\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        // Only once: on Storm a second ack takes the first one back, and a tuple with two branches is never complete
        collector.ack(input);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
