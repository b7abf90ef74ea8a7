package io.millrace.testing.stepped;

import io.millrace.api.spi.Stepping;
import io.millrace.api.spi.SteppingProvider;

/** Lets the API's test kit find {@link SteppedTopology}. The calling thread is the one that steps it. */
public final class SteppedTopologyProvider implements SteppingProvider {

    @Override
    public Stepping start(Plan plan) {
        SteppedTopologyBuilder builder = SteppedTopology.of(plan.topology())
                .config(plan.config())
                .executors(plan.executors())
                .seed(plan.seed())
                .instances(plan.instances());
        return (plan.workers() > 1 ? builder.workers(plan.workers()) : builder).start();
    }
}
