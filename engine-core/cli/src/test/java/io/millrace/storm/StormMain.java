// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm;

import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.TaskContext;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;

/** Takes the adapter's place: submits a topology that tells the arguments. */
public final class StormMain {

    private StormMain() {}

    public static void main(String[] words) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("nothing", new Nothing());
        TopologySubmitter.submit("good", builder.build(), Config.empty().with("app.storm", String.join(" ", words)));
    }

    /** Returns the other class that it needs. */
    public static Class<?> nothing() {
        return Nothing.class;
    }

    static final class Nothing implements Spout {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {}

        @Override
        public void nextTuple() {}
    }
}
