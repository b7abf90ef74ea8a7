// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.service;

import io.millrace.api.BasicBolt;
import io.millrace.api.Emitter;
import io.millrace.api.Fields;
import io.millrace.api.OutputDeclarer;
import io.millrace.api.TaskContext;
import io.millrace.api.Topology;
import io.millrace.api.TopologyBuilder;
import io.millrace.api.Tuple;
import io.millrace.operators.Bolts;
import io.millrace.operators.Spouts;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Scores the payments of users: a score is the ratio of an amount to the user's mean. Payments change the mean, and are
 * alerts above {@link #ALERT}. Requests ask for the score of an amount and change nothing.
 */
final class Scoring {

    static final String REQUESTS = "requests";
    static final String PAYMENTS = "payments";
    static final String ALERTS = "alerts";

    private static final double ALERT = 3;
    private static final int RETRIES = 3;

    private Scoring() {}

    static Topology topology() {
        TopologyBuilder builder = new TopologyBuilder();
        Fields fields = Fields.of("user", "amount");
        builder.setSpout(REQUESTS, Spouts.fed(fields).answers("score"));
        builder.setSpout(PAYMENTS, Spouts.fed(fields).retries(RETRIES));
        builder.setBolt("score", new ScoreBolt(), 2).fields(REQUESTS, "user").fields(PAYMENTS, "user");
        builder.setBolt(ALERTS, Bolts.results()).shuffle("score");
        return builder.build();
    }

    /** Holds the mean amounts of some users in memory, so a worker that dies loses them. */
    private static final class ScoreBolt implements BasicBolt {

        private static final long serialVersionUID = 1L;

        private static final int MOST_USERS = 100_000;
        private static final double WEIGHT_OF_NEWEST = 0.1;

        private transient Map<String, Double> means;

        @Override
        public void declareOutputs(OutputDeclarer out) {
            out.declare("user", "amount", "score");
        }

        @Override
        public void prepare(TaskContext context) {
            means = new LinkedHashMap<>();
        }

        @Override
        public void execute(Tuple input, Emitter out) {
            String user = input.getString("user");
            double amount = input.getDouble("amount");
            double mean = means.getOrDefault(user, amount);
            double score = mean == 0 ? 1 : amount / mean;
            if (input.sourceComponent().equals(REQUESTS)) {
                out.answer(score);
                return;
            }
            if (score > ALERT) {
                out.emit(user, amount, score);
            }
            means.remove(user);
            means.put(user, mean + WEIGHT_OF_NEWEST * (amount - mean));
            if (means.size() > MOST_USERS) {
                means.remove(means.keySet().iterator().next());
            }
        }
    }
}
