// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.utils.Utils;

/**
 * Emits the tuples that {@link Tapped} has recorded, and those that failed again; the second half when a file named
 * {@link #GO} is there. Each ack is a line of a file.
 */
public final class Replayed extends BaseRichSpout {

    /** The file that lets the second half go. */
    public static final String GO = "go";

    private static final long serialVersionUID = 1L;

    private final String directory;
    private final ArrayList<ArrayList<Object>> tuples;

    private transient SpoutOutputCollector collector;
    private transient Queue<Integer> waiting;
    private transient Queue<Integer> later;
    private transient Path acked;

    Replayed(String directory, ArrayList<ArrayList<Object>> tuples) {
        this.directory = directory;
        this.tuples = tuples;
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
        waiting = new ArrayDeque<>();
        later = new ArrayDeque<>();
        int tasks = context.getComponentTasks(context.getThisComponentId()).size();
        for (int i = context.getThisTaskIndex(); i < tuples.size(); i += tasks) {
            (i < tuples.size() / 2 ? waiting : later).add(i);
        }
        acked = Path.of(directory, "acked-" + context.getThisTaskId());
    }

    @Override
    public void nextTuple() {
        Integer next = waiting.poll();
        if (next != null) {
            collector.emit(List.copyOf(tuples.get(next)), next);
        } else if (!later.isEmpty() && Files.exists(Path.of(directory, GO))) {
            waiting.addAll(later);
            later.clear();
        } else {
            Utils.sleep(1);
        }
    }

    @Override
    public void ack(Object id) {
        try {
            Files.write(
                    acked,
                    ("[" + id + "]\n").getBytes(StandardCharsets.UTF_8),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void fail(Object id) {
        waiting.add((Integer) id);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
