// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.Spout;
import io.millrace.api.SpoutCollector;
import io.millrace.api.SubmittedTopology;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.Tuple;
import io.millrace.api.config.Config;

/** Main classes of topology jars, good and bad. */
final class Mains {

    private Mains() {}

    static final class Good {
        public static void main(String[] args) {
            System.out.println("arguments " + String.join("|", args));
            TopologySubmitter.submit("good", topology(), Config.empty().with("app.from", "main"));
        }
    }

    static final class Twice {
        public static void main(String[] args) {
            TopologySubmitter.submit("one", topology(), Config.empty());
            TopologySubmitter.submit("two", topology(), Config.empty());
        }
    }

    static final class Ender {
        public static void main(String[] args) {
            TopologySubmitter.submit("good", topology(), Config.empty());
            SubmittedTopology submitted = TopologySubmitter.submitted("good");
            System.out.println(submitted.name() + " is " + submitted.status());
            submitted.kill();
            System.out.println(submitted.name() + " is " + submitted.status());
            TopologySubmitter.submitted("goo");
        }
    }

    static final class Silent {
        public static void main(String[] args) {}
    }

    static final class Throwing {
        public static void main(String[] args) {
            throw new IllegalStateException("no database\nat all");
        }
    }

    static final class Exiting {
        public static void main(String[] args) {
            TopologySubmitter.submit("exiting", topology(), Config.empty());
            System.exit(5);
        }
    }

    static final class NoMain {}

    static final class InstanceMain {
        public void main(String[] args) {}
    }

    static final class Wrong {
        public static void main(String[] args) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("numbers", new Numbers());
            builder.setBolt("lonely", new Drop());
            TopologySubmitter.submit("wrong", builder.build(), Config.empty());
        }
    }

    static final class WrongTwice {
        public static void main(String[] args) {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setBolt("lonely", new Drop());
            TopologySubmitter.submit("wrong", builder.build(), Config.empty());
        }
    }

    /** Reports the classes that it sees. */
    static final class Curious {
        public static void main(String[] args) throws Exception {
            System.out.println("api " + (Config.class.getClassLoader() != Curious.class.getClassLoader()));
            for (String engine : new String[] {"com.fasterxml.jackson.databind.ObjectMapper", "picocli.CommandLine"}) {
                try {
                    Class.forName(engine);
                    System.out.println("sees " + engine);
                } catch (ClassNotFoundException e) {
                    System.out.println("does not see " + engine);
                }
            }
            TopologySubmitter.submit("curious", topology(), Config.empty());
        }
    }

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("numbers", new Numbers());
        builder.setBolt("drop", new Drop()).shuffle("numbers");
        return builder.build();
    }

    /** A spout that emits nothing. */
    static final class Numbers implements Spout {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("number");
        }

        @Override
        public void open(TaskContext context, SpoutCollector out) {
            out.finish();
        }

        @Override
        public void nextTuple() {}
    }

    /** A bolt that accepts everything. */
    static final class Drop implements BasicBolt {
        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputs(OutputDeclarer out) {}

        @Override
        public void execute(Tuple input, Emitter out) {}
    }
}
