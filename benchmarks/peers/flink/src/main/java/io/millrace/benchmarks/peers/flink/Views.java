// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import io.millrace.benchmarks.macro.AdEvents;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.Collector;

/** Lets views of ads pass. */
final class Views implements FlatMapFunction<Tuple2<String, Long>, Tuple2<String, Long>> {

    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(Tuple2<String, Long> tuple, Collector<Tuple2<String, Long>> out) {
        String ad = AdEvents.viewedAd(tuple.f0);
        if (ad != null) {
            out.collect(Tuple2.of(ad, tuple.f1));
        }
    }
}
