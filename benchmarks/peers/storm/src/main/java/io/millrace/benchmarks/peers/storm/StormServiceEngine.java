// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.storm;

import io.millrace.benchmarks.service.Cell;
import io.millrace.benchmarks.service.Service;
import io.millrace.benchmarks.service.ServiceEngine;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.storm.Config;
import org.apache.storm.LocalCluster;
import org.apache.storm.LocalDRPC;
import org.apache.storm.drpc.DRPCSpout;
import org.apache.storm.drpc.ReturnResults;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.BasicOutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseBasicBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/** Storm's DRPC on a local cluster, which is a thread of this process per task. */
public final class StormServiceEngine implements ServiceEngine {

    private static final String FUNCTION = "double";

    /** A call blocks its caller, so requests that are under way at once take a thread each: this many at most. */
    private static final int MOST_UNDER_WAY = 64;

    @Override
    public List<String> names() {
        return List.of("storm");
    }

    @Override
    public String refusal(Cell cell) {
        if (cell.kind() == Cell.Kind.OFFERING) {
            return "a Storm topology takes tuples from its spouts only";
        }
        if (cell.kind() == Cell.Kind.CALLING) {
            return "it has no counterpart here";
        }
        return cell.pipelined() > 1 ? "a DRPC request blocks its caller" : null;
    }

    @Override
    public Service start(String name, Cell cell) throws Exception {
        LocalDRPC drpc = new LocalDRPC();
        LocalCluster cluster = new LocalCluster();
        Config config = new Config();
        config.setNumWorkers(1);
        config.put(Config.TOPOLOGY_PRODUCER_BATCH_SIZE, 1);
        // The spout does not sleep, as in the benchmarks of whole topologies
        config.put(Config.TOPOLOGY_SPOUT_WAIT_STRATEGY, "org.apache.storm.policy.WaitStrategyPark");
        config.put(Config.TOPOLOGY_SPOUT_WAIT_PARK_MICROSEC, 0);
        cluster.submitTopology("benchmark", config, topology(drpc));
        return new Running(drpc, cluster, Executors.newFixedThreadPool(MOST_UNDER_WAY));
    }

    private static StormTopology topology(LocalDRPC drpc) {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("drpc", new DRPCSpout(FUNCTION, drpc), 1);
        builder.setBolt("twice", new Twice(), 1).shuffleGrouping("drpc");
        builder.setBolt("return", new ReturnResults(), 1).shuffleGrouping("twice");
        return builder.createTopology();
    }

    private static final class Twice extends BaseBasicBolt {

        private static final long serialVersionUID = 1L;

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("result", "return-info"));
        }

        @Override
        public void execute(Tuple tuple, BasicOutputCollector out) {
            out.emit(new Values(Long.toString(2 * Long.parseLong(tuple.getString(0))), tuple.getValue(1)));
        }
    }

    private record Running(LocalDRPC drpc, LocalCluster cluster, ExecutorService callers) implements Service {

        @Override
        public CompletableFuture<?> ask(long number) {
            return CompletableFuture.supplyAsync(() -> execute(number), callers);
        }

        private String execute(long number) {
            try {
                return drpc.execute(FUNCTION, Long.toString(number));
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        }

        @Override
        public long number(Object answer) {
            return Long.parseLong((String) answer);
        }

        @Override
        public boolean offer(Object[] values) {
            return false;
        }

        @Override
        public long taken() {
            return 0;
        }

        @Override
        public void close() {
            callers.shutdownNow();
            // The cluster's threads end with the process, which takes seconds less than to shut it down
        }
    }
}
