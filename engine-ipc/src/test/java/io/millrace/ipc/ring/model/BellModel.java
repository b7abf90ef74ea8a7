// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/**
 * The wake-ups: of the consumer when there is something to read, of producers when there is room. The ring is reduced
 * to counts. A process that rings may be killed between its steps.
 *
 * <p>Two things are assumed, and left out by mutants: the consumer's doorbell is rung after a process died, and its
 * thread wakes up by time while a record is unfinished, see {@code RingConsumer.lookAgainAt}.
 *
 * <p>A commit is a store without a fence, so it is visible some time after it was made: before the next step of its
 * producer that is a CAS, a fence or a call of the kernel, and before the producer is gone.
 */
final class BellModel implements Model {
    private final BellScenario scenario;
    private final BellFields fields;
    private final BellProducerSteps producers;
    private final BellConsumerSteps consumer;
    private final BellMutant mutant;

    /** @param without the rule that is left out; null for the protocol itself */
    BellModel(BellScenario scenario, BellKind kind, BellMutant without) {
        this.scenario = scenario;
        this.mutant = without;
        this.fields = new BellFields(scenario, kind, without);
        this.producers = new BellProducerSteps(fields, scenario, without);
        this.consumer = new BellConsumerSteps(fields, scenario, without);
    }

    @Override
    public int longs() {
        return fields.longs;
    }

    @Override
    public void start(long[] state) {
        producers.start(state);
        fields.consumerDeathsLeft.set(state, scenario.consumerDeaths);
    }

    @Override
    public void expand(Steps steps) {
        producers.expand(steps);
        consumer.expand(steps);
        ringAfterDeath(steps);
        fields.bell.expand(steps);
        for (Bell bell : fields.bells) {
            bell.expand(steps);
        }
    }

    private void ringAfterDeath(Steps steps) {
        long[] s = steps.now();
        if (fields.observer.isBusy(s)) {
            fields.observer.expand(steps, "the observer");
        } else if (fields.deathsToTell.is(s) && mutant != BellMutant.NO_RING_AFTER_DEATH) {
            long[] next = steps.fork();
            fields.deathsToTell.set(next, fields.deathsToTell.get(s) - 1);
            fields.observer.begin(next);
            steps.take("the observer learns of a death");
        }
    }

    @Override
    public boolean isQuiet(long[] state) {
        return producers.areGone(state) && consumer.sleeps(state) && !fields.used.is(state);
    }

    @Override
    public void checkQuiet(long[] state) {
        // Nothing is used, so nothing is left to be read.
    }
}
