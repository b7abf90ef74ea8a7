// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import io.millrace.api.TopologyBuilder;
import io.millrace.api.TopologySubmitter;
import io.millrace.api.config.Config;
import io.millrace.api.error.TopologyException;
import io.millrace.operators.Bolts;
import io.millrace.operators.Sinks;
import io.millrace.operators.Spouts;
import io.millrace.operators.format.Formats;
import java.time.Duration;

/**
 * Orders with the payments that came within half an hour, and what came too late to be joined. Arguments: a directory of files with lines
 * {@code order,ordered,item}, one of files with lines {@code order,paid,cents}, directories for results, for what was late, and for snapshots.
 */
public final class PaidOrders {

    record Order(long order, long ordered, String item) {}

    record Payment(long order, long paid, long cents) {}

    private PaidOrders() {}

    public static void main(String[] args) {
        if (args.length != 5) {
            throw new TopologyException("usage: PaidOrders ORDERS-DIR PAYMENTS-DIR RESULTS-DIR LATE-DIR SNAPSHOTS-DIR");
        }
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("orders", Spouts.files(args[0], Formats.delimited(Order.class, ",")))
                .eventTime("ordered", Duration.ofSeconds(5));
        builder.setSpout("payments", Spouts.files(args[1], Formats.delimited(Payment.class, ",")))
                .eventTime("paid", Duration.ofSeconds(5));
        builder.setBolt(
                        "joined",
                        Bolts.join("orders", "payments", Duration.ZERO, Duration.ofMinutes(30))
                                .eventTime("ordered", "paid")
                                .left("order", "item")
                                .right("cents")
                                .lateTo("late", "order", "ordered", "paid"),
                        2)
                .fields("orders", "order")
                .fields("payments", "order");
        builder.setBolt("paid", Sinks.files(args[2])).localOrShuffle("joined");
        builder.setBolt("late", Sinks.files(args[3])).shuffle("joined", "late");
        TopologySubmitter.submit("paid-orders", builder.build(), Config.exactlyOnce(args[4]));
    }
}
