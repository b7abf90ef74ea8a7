package ${package};

import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.StatefulBolt;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;
import io.millrace.api.config.TopologyKeys;
import io.millrace.api.state.StateSpec;
import io.millrace.api.state.ValueState;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.util.List;

/** Counts words: a spout of sentences, a bolt that splits them, and two tasks that count. */
public final class WordCount {

    private static final List<String> SENTENCES =
            List.of("the stream carries the leaf", "the leaf turns the wheel", "the wheel grinds the grain");

    private WordCount() {}

    /** @param args a directory that all nodes reach, where the counts outlive their workers; or nothing */
    public static void main(String[] args) {
        Config config = args.length == 0 ? Config.empty() : Config.empty().with(TopologyKeys.STATE_DIR, args[0]);
        TopologySubmitter.submit("${artifactId}", topology(), config);
    }

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        // A list begins anew with its worker: a source that can go back, such as Spouts.files, needs no allowUnreplayable
        builder.setSpout("sentences", Spouts.of("sentence", SENTENCES)).allowUnreplayable();
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
     * Emits each word with how often it has come. All tuples of a word come to the same task, and the engine keeps the count
     * of each word.
     */
    static final class Count implements StatefulBolt {

        private static final long serialVersionUID = 1L;
        private static final StateSpec<ValueState<Integer>> COUNT = StateSpec.value("count", Integer.class);

        private transient ValueState<Integer> count;

        @Override
        public List<StateSpec<?>> states() {
            return List.of(COUNT);
        }

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("word", "count");
        }

        @Override
        public void prepare(TaskContext context) {
            count = context.state(COUNT);
        }

        @Override
        public void execute(Tuple tuple, Emitter out) {
            count.set(count.getOr(0) + 1);
            out.emit(tuple.getString("word"), count.get());
        }
    }
}
