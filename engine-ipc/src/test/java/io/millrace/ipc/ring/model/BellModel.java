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

    /**
     * @param futex whether threads wait for a change of the word; else they read pipes
     * @param without the rule that is left out; null for the protocol itself
     */
    BellModel(BellScenario scenario, boolean futex, BellMutant without) {
        this.scenario = scenario;
        this.mutant = without;
        this.fields = new BellFields(scenario, futex, without);
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
        ringWhileStalled(steps);
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

    private void ringWhileStalled(Steps steps) {
        long[] s = steps.now();
        if (fields.timer.isBusy(s)) {
            fields.timer.expand(steps, "the timer");
        } else if (consumer.sleepsStalled(s) && isTimed(s)) {
            long[] next = steps.fork();
            fields.timer.begin(next);
            steps.take("the timer expires");
        }
    }

    private boolean isTimed(long[] s) {
        return mutant != BellMutant.NO_TIMER
                && (mutant != BellMutant.TIMED_FOR_THE_DEAD || producers.someAreHeldUpByTheDead(s));
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
