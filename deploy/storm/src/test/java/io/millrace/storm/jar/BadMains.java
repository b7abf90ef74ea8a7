// SPDX-License-Identifier: Apache-2.0
package io.millrace.storm.jar;

import java.util.Map;
import org.apache.storm.Config;
import org.apache.storm.StormSubmitter;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;

/** Main classes that cannot run. */
public final class BadMains {

    private BadMains() {}

    /** Submits nothing. */
    public static final class Nothing {
        public static void main(String[] args) {}
    }

    /** Submits the same name twice. */
    public static final class Twice {
        public static void main(String[] args) throws Exception {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("sentences", new Sentences(1));
            StormSubmitter.submitTopology("twice", new Config(), builder.createTopology());
            StormSubmitter.submitTopology("twice", new Config(), builder.createTopology());
        }
    }

    /** Has a bolt with an object that cannot be serialized. */
    public static final class NotSerializable {

        private static final class Holder extends BaseRichBolt {

            private static final long serialVersionUID = 1L;

            @SuppressWarnings("serial")
            private final Object held = new Object();

            @Override
            public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {}

            @Override
            public void execute(Tuple input) {
                held.hashCode();
            }

            @Override
            public void declareOutputFields(OutputFieldsDeclarer declarer) {}
        }

        public static void main(String[] args) throws Exception {
            TopologyBuilder builder = new TopologyBuilder();
            builder.setSpout("sentences", new Sentences(1));
            builder.setBolt("holder", new Holder()).shuffleGrouping("sentences");
            StormSubmitter.submitTopology("holder", new Config(), builder.createTopology());
        }
    }

    /** Fails as a class does that was compiled against Storm 0.x. */
    public static final class Old {
        public static void main(String[] args) {
            throw new NoClassDefFoundError("backtype/storm/topology/TopologyBuilder");
        }
    }

    /** Fails as a class does whose module of Storm is missing. */
    public static final class NoModule {
        public static void main(String[] args) {
            throw new NoClassDefFoundError("org/apache/storm/kafka/spout/KafkaSpout");
        }
    }

    /** Fails as a class does that needs what Storm 1 had and Storm 2 has not. */
    public static final class Dropped {
        public static void main(String[] args) {
            throw new NoClassDefFoundError("org/apache/storm/transactional/TransactionalTopologyBuilder");
        }
    }

    /** Fails as a class does that was compiled against the LocalCluster of Storm 1. */
    public static final class LocalOfStorm1 {
        public static void main(String[] args) {
            throw new NoSuchMethodError("'void org.apache.storm.LocalCluster.submitTopology(java.lang.String,"
                    + " java.util.Map, org.apache.storm.generated.StormTopology)'");
        }
    }

    /** Fails as a class does that needs a library that the jar lacks. */
    public static final class NoLibrary {
        public static void main(String[] args) {
            throw new NoClassDefFoundError("com/example/Library");
        }
    }

    /** Throws. */
    public static final class Throws {
        public static void main(String[] args) {
            throw new IllegalStateException("no luck");
        }
    }

    /** Needs Storm's DRPC servers. */
    public static final class TridentRequests {
        public static void main(String[] args) throws Exception {
            TridentTopology topology = new TridentTopology();
            topology.newDRPCStream("f").each(new Fields("args"), new TridentCount.Split(), new Fields("word"));
            StormSubmitter.submitTopology("requests", new Config(), topology.build());
        }
    }
}
