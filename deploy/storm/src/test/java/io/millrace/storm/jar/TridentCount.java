// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.BaseFunction;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.operation.builtin.Count;
import org.apache.storm.trident.testing.FixedBatchSpout;
import org.apache.storm.trident.testing.MemoryMapState;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/** Counts words by Trident. */
public final class TridentCount {

    private TridentCount() {}

    /** Splits sentences. */
    public static final class Split extends BaseFunction {

        private static final long serialVersionUID = 1L;

        @Override
        public void execute(TridentTuple tuple, TridentCollector collector) {
            for (String word : tuple.getString(0).split(" ")) {
                collector.emit(new Values(word));
            }
        }
    }

    /** Appends each new count as a line to a file. */
    public static final class Write extends BaseFunction {

        private static final long serialVersionUID = 1L;

        private final String file;

        Write(String file) {
            this.file = file;
        }

        @Override
        public void execute(TridentTuple tuple, TridentCollector collector) {
            try {
                Files.write(
                        Path.of(file),
                        (tuple.getString(0) + "=" + tuple.getLong(1) + "\n").getBytes(StandardCharsets.UTF_8),
                        StandardOpenOption.CREATE,
                        StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Submits the topology.
     *
     * @param args its name, the directory of its results, the number of sentences, the number of workers
     */
    public static void main(String[] args) throws Exception {
        List<List<Object>> sentences = new ArrayList<>();
        for (long number = 0; number < Integer.parseInt(args[2]); number++) {
            sentences.add(new Values(Sentences.text(number)));
        }
        @SuppressWarnings({"unchecked", "rawtypes"})
        FixedBatchSpout spout =
                new FixedBatchSpout(new Fields("sentence"), 100, (List<Object>[]) sentences.toArray(new List[0]));
        TridentTopology topology = new TridentTopology();
        topology.newStream("sentences", spout)
                .each(new Fields("sentence"), new Split(), new Fields("word"))
                .groupBy(new Fields("word"))
                .persistentAggregate(new MemoryMapState.Factory(), new Count(), new Fields("count"))
                .parallelismHint(2)
                .newValuesStream()
                .each(new Fields("word", "count"), new Write(args[1] + "/counts"), new Fields());
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        config.setMaxSpoutPending(5);
        StormSubmitter.submitTopology(args[0], config, topology.build());
    }
}
