// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.Collector;

/** Makes words of sentences. */
final class Split implements FlatMapFunction<Tuple2<String, Long>, Tuple2<String, Long>> {

    private static final long serialVersionUID = 1L;

    @Override
    public void flatMap(Tuple2<String, Long> tuple, Collector<Tuple2<String, Long>> out) {
        for (String word : tuple.f0.split(" ")) {
            out.collect(Tuple2.of(word, tuple.f1));
        }
    }
}
