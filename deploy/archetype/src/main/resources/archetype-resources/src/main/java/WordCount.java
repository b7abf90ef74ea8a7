package ${package};

import io.millrace.api.BasicBolt;
import io.millrace.api.Bolts;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spouts;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts words: a spout of sentences, a bolt that splits them, and two tasks that count. */
public final class WordCount {

    private static final List<String> SENTENCES =
            List.of("the stream carries the leaf", "the leaf turns the wheel", "the wheel grinds the grain");

    private WordCount() {}

    public static void main(String[] args) {
        TopologySubmitter.submit("${artifactId}", topology(), Config.empty());
    }

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("sentences", Spouts.of("sentence", SENTENCES));
        builder.setBolt("split", Bolts.flatMap(Fields.of("word"), (sentence, out) -> {
                    for (String word : sentence.getString("sentence").split(" ")) {
                        out.emit(word);
                    }
                }))
                .shuffle("sentences");
        builder.setBolt("count", new Count(), 2).fields("split", "word");
        builder.setBolt("print", Bolts.forEach(count -> System.out.println(count.getString("word") + " " + count.getInt("count"))))
                .shuffle("count");
        return builder.build();
    }

    /**
     * Emits each word with how often it has come to this task. All tuples of a word come to the same one. The counts end
     * with its worker: a StatefulBolt keeps them.
     */
    static final class Count implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private transient Map<String, Integer> counts;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("word", "count");
        }

        @Override
        public void prepare(TaskContext context) {
            counts = new HashMap<>();
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            String word = tuple.getString("word");
            out.emit(word, counts.merge(word, 1, Integer::sum));
        }
    }
}
