// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.cluster;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;

/**
 * Emits numbered sentences until told to stop, repeats those that fail, and writes down those that are acknowledged.
 */
final class Sentences extends BaseRichSpout {
    static final int WORDS = 4;

    private static final long serialVersionUID = 1L;

    private final String directory;
    private transient SpoutOutputCollector out;
    private transient BufferedWriter acked;
    private transient Deque<String> failed;
    private transient String start;
    private transient long next;

    Sentences(Path directory) {
        this.directory = directory.toString();
    }

    @Override
    public void open(Map<String, Object> config, TopologyContext context, SpoutOutputCollector collector) {
        out = collector;
        failed = new ArrayDeque<>();
        start = UUID.randomUUID().toString();
        try {
            acked = Files.newBufferedWriter(Path.of(directory, "acked-" + start));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void nextTuple() {
        String id = failed.poll();
        if (id == null && !Files.exists(Path.of(directory, "stop"))) {
            id = start + "/" + next++;
        }
        if (id == null) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            return;
        }
        StringBuilder sentence = new StringBuilder();
        for (int word = 0; word < WORDS; word++) {
            sentence.append(id).append('/').append(word).append(' ');
        }
        out.emit(new Values(sentence.toString()), id);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
    }

    @Override
    public void ack(Object id) {
        try {
            acked.write(id + "\n");
            acked.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void fail(Object id) {
        failed.add((String) id);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("sentence"));
    }
}
