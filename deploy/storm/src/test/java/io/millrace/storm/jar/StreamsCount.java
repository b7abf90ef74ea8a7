// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.Arrays;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.streams.Pair;
import org.apache.storm.streams.StreamBuilder;
import org.apache.storm.streams.operations.mappers.ValueMapper;
import org.apache.storm.streams.windowing.TumblingWindows;
import org.apache.storm.topology.base.BaseWindowedBolt;

/** Counts words in windows of sentences by Storm's Streams. */
public final class StreamsCount {

    private StreamsCount() {}

    /**
     * Submits the topology.
     *
     * @param args its name, the directory of its results, the number of sentences, the number of workers
     */
    public static void main(String[] args) throws Exception {
        StreamBuilder builder = new StreamBuilder();
        builder.newStream(new Sentences(Integer.parseInt(args[2])), new ValueMapper<String>(1))
                .window(TumblingWindows.of(BaseWindowedBolt.Count.of(100)))
                .flatMap(sentence -> Arrays.asList(sentence.split(" ")))
                .mapToPair(word -> Pair.of(word, 1))
                .countByKey()
                .to(new Written(args[1]));
        Config config = new Config();
        config.setNumWorkers(Integer.parseInt(args[3]));
        StormSubmitter.submitTopology(args[0], config, builder.build());
    }
}
