// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/** Emits numbered sentences, and repeats those that fail. */
public final class Sentences extends BaseRichSpout {

    private static final long serialVersionUID = 1L;

    /** The number of different sentences. */
    public static final int TEXTS = 5;

    private static final String[] ALL = {
        "the cow jumped over the moon",
        "an apple a day keeps the doctor away",
        "four score and seven years ago",
        "snow white and the seven dwarfs",
        "i am at two with nature"
    };

    private final int most;

    private transient SpoutOutputCollector collector;
    private transient Queue<Long> failed;
    private transient long next;
    private transient Thread thread;

    /** @param most the number of sentences */
    public Sentences(int most) {
        this.most = most;
    }

    /** Returns the sentence of a number. */
    public static String text(long number) {
        return ALL[(int) (number % TEXTS)];
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
        failed = new ArrayDeque<>();
        thread = Thread.currentThread();
    }

    @Override
    public void nextTuple() {
        Long again = failed.poll();
        if (again != null) {
            emit(again);
        } else if (next < most) {
            emit(next++);
        } else {
            Utils.sleep(1);
        }
    }

    private void emit(long number) {
        collector.emit(new Values(number, text(number)), number);
    }

    @Override
    public void ack(Object id) {
        requireThread();
    }

    @Override
    public void fail(Object id) {
        requireThread();
        failed.add((Long) id);
    }

    private void requireThread() {
        if (Thread.currentThread() != thread) {
            throw new IllegalStateException("ack and fail come on another thread than open");
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields("number", "sentence"));
    }
}
