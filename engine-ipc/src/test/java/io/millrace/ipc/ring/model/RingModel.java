// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/**
 * The ring as it is implemented: each step of {@link ProducerSteps} and of the consumer ({@link ConsumerSteps},
 * {@link RecoverySteps}, {@link RecordReaderSteps}, {@link RetirementSteps}) is one access to shared memory, or one
 * question to the kernel; and any process may be killed before any step, the consumer any number of times.
 */
final class RingModel implements Model {
    private final Ring ring;
    private final ProducerSteps producers;
    private final ConsumerSteps consumer;

    /** @param without the rule that is left out; null for the protocol itself */
    RingModel(Scenario scenario, Mutant without) {
        this.ring = new Ring(scenario, without);
        this.producers = new ProducerSteps(ring);
        this.consumer = new ConsumerSteps(ring);
    }

    @Override
    public int longs() {
        return ring.longs();
    }

    @Override
    public void start(long[] state) {
        producers.start(state);
        consumer.start(state);
    }

    @Override
    public void expand(Steps steps) {
        producers.expand(steps);
        consumer.expand(steps);
    }

    @Override
    public boolean isQuiet(long[] state) {
        return producers.areGone(state) && consumer.isQuiet(state);
    }

    @Override
    public void checkQuiet(long[] state) {
        consumer.checkNothingIsLost(state);
    }
}
