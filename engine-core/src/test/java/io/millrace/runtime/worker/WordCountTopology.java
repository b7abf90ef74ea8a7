package io.millrace.runtime.worker;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts the words of numbered sentences. The counts are kept under the test's name. */
final class WordCountTopology {

    static final Map<String, Map<String, Long>> COUNTS = new ConcurrentHashMap<>();

    private WordCountTopology() {}

    static Topology build(String test, int sentences, int parallelism) {
        COUNTS.put(test, new ConcurrentHashMap<>());
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", new Sentences(sentences), parallelism);
        builder.setBolt("split", new Split(), parallelism).shuffle("sentences");
        builder.setBolt("count", new Count(test), parallelism).fields("split", "word");
        return builder.build();
    }

    /** Returns how often each word must be counted if every sentence is processed once. */
    static Map<String, Long> expected(int sentences, int parallelism) {
        Map<String, Long> counts = new ConcurrentHashMap<>();
        for (int spout = 0; spout < parallelism; spout++) {
            for (int i = 0; i < sentences; i++) {
                for (String word : sentence(i).split(" ")) {
                    counts.merge(word, 1L, Long::sum);
                }
            }
        }
        return counts;
    }

    private static String sentence(int number) {
        return "the mill turns word" + number % 97 + " and word" + number % 13;
    }

    private static final class Sentences implements Spout {
        private static final long serialVersionUID = 1L;
        private final int count;
        private transient ArrayDeque<Object> again;
        private transient SpoutCollector out;
        private transient int next;

        Sentences(int count) {
            this.count = count;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("sentence");
        }

        @Override
        public void open(TaskContext context, SpoutCollector collector) {
            out = collector;
            again = new ArrayDeque<>();
        }

        @Override
        public void nextTuple() {
            Object repeat = again.poll();
            if (repeat != null) {
                out.emitTracked(repeat, sentence((Integer) repeat));
            } else if (next < count) {
                out.emitTracked(next, sentence(next));
                next++;
            } else {
                out.finish();
            }
        }

        @Override
        public void fail(Object messageId) {
            again.add(messageId);
        }
    }

    private static final class Split implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer declarer) {
            declarer.declare("word");
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            for (String word : input.getString("sentence").split(" ")) {
                out.emit(word);
            }
        }
    }

    private static final class Count implements BasicBolt {
        private static final long serialVersionUID = 1L;
        private final String test;

        Count(String test) {
            this.test = test;
        }

        @Override
        public void declareOutputs(OutputDeclarer declarer) {}

        @Override
        public void execute(Tuple input, Emitter out) {
            COUNTS.get(test).merge(input.getString(0), 1L, Long::sum);
        }
    }
}
