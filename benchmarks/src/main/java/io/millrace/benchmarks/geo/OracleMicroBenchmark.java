// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

import io.millrace.benchmarks.machine.MicroBenchmark;
import io.millrace.transport.geo.model.BatchOracle;
import io.millrace.transport.geo.model.ChannelInputs;
import io.millrace.transport.geo.model.Choice;
import io.millrace.transport.geo.model.Codec;
import io.millrace.transport.geo.model.CodecCost;
import io.millrace.transport.geo.model.Limits;
import io.millrace.transport.geo.model.MillraceModel;
import io.millrace.transport.geo.model.RouteInputs;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Setup;

/**
 * What a decision of the oracle costs while the rate of the source and the routes vary; 256 channels that decide each
 * 100 ms make 2,560 a second.
 */
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class OracleMicroBenchmark extends MicroBenchmark {

    private static final int CHANNELS = 256;

    /** Inputs of a channel, one after the other. */
    private static final int STEPS = 16;

    private static final long INTERVAL_NANOS = 100_000_000L;

    @Param({"1", "3", "6"})
    public int routes;

    @Param({"false", "true"})
    public boolean compression;

    private final List<BatchOracle> oracles = new ArrayList<>();
    private final List<List<ChannelInputs>> inputs = new ArrayList<>();
    private int next;
    private long now;

    @Setup
    public void setUp() {
        SplittableRandom random = new SplittableRandom(7);
        Codec plain = new Codec(new CodecCost(5e-6, 0.2e-9), new CodecCost(5e-6, 0.2e-9), 1);
        Codec packed = new Codec(new CodecCost(10e-6, 3e-9), new CodecCost(8e-6, 1e-9), 0.5);
        for (int channel = 0; channel < CHANNELS; channel++) {
            oracles.add(new BatchOracle(new MillraceModel(), Limits.latency(1, 0.5, 64 << 10)));
            List<ChannelInputs> steps = new ArrayList<>();
            double rate = 500 * Math.pow(60, random.nextDouble());
            for (int step = 0; step < STEPS; step++) {
                rate *= 0.85 + 0.3 * random.nextDouble();
                List<RouteInputs> measured = new ArrayList<>();
                for (int route = 0; route < routes; route++) {
                    measured.add(RouteInputs.free(
                            "r" + route,
                            2.5e6 * (0.95 + 0.1 * random.nextDouble()),
                            0.05 + 0.005 * route,
                            0.001 * random.nextDouble()));
                }
                steps.add(
                        new ChannelInputs(rate, 224, 150, 1, plain, compression ? packed : null, measured, List.of()));
            }
            inputs.add(steps);
        }
    }

    @Benchmark
    public Choice decide() {
        int channel = next % CHANNELS;
        int step = next / CHANNELS % STEPS;
        next++;
        now += INTERVAL_NANOS / CHANNELS;
        return oracles.get(channel).decide(now, inputs.get(channel).get(step));
    }
}
