// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.peers.flink;

import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.api.java.tuple.Tuple5;
import org.apache.flink.streaming.api.functions.windowing.WindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** How many events, and the sum of their values; both are changed in place, as Flink's heap states allow. */
final class CountAndSum implements AggregateFunction<Tuple3<Long, Long, Long>, long[], long[]> {

    /** Key, from, to, count and sum. */
    static final TypeInformation<Tuple5<Long, Long, Long, Long, Long>> RESULTS =
            Types.TUPLE(Types.LONG, Types.LONG, Types.LONG, Types.LONG, Types.LONG);

    private static final long serialVersionUID = 1L;

    @Override
    public long[] createAccumulator() {
        return new long[2];
    }

    @Override
    public long[] add(Tuple3<Long, Long, Long> event, long[] accumulator) {
        accumulator[0]++;
        accumulator[1] += event.f2;
        return accumulator;
    }

    @Override
    public long[] getResult(long[] accumulator) {
        return accumulator;
    }

    @Override
    public long[] merge(long[] first, long[] second) {
        first[0] += second[0];
        first[1] += second[1];
        return first;
    }

    /** Adds key and window. */
    static final class Results
            implements WindowFunction<long[], Tuple5<Long, Long, Long, Long, Long>, Long, TimeWindow> {

        private static final long serialVersionUID = 1L;

        @Override
        public void apply(
                Long key,
                TimeWindow window,
                Iterable<long[]> accumulators,
                Collector<Tuple5<Long, Long, Long, Long, Long>> out) {
            for (long[] accumulator : accumulators) {
                out.collect(Tuple5.of(key, window.getStart(), window.getEnd(), accumulator[0], accumulator[1]));
            }
        }
    }
}
