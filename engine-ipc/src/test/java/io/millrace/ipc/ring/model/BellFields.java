// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

/** The content of memory, packed into one state. */
final class BellFields {
    /** Records that are committed and not read. */
    final Field ready;

    /** Records for which there is no room. */
    final Field used;

    /** Records that are read, and whose room is not published as free: the read word less free. */
    final Field read;

    /** A blocked producer wants to be woken; per slot, and in all. */
    final Field[] wake;

    final Field request;

    /** The consumer's doorbell, and those of producers. */
    final Bell bell;

    final Bell[] bells;

    // The producers.
    final Field[] producerAt;
    final Field[] messagesLeft;
    final Ringer[] producerRings;

    /** It has claimed, and not committed, as others see it. */
    final Field[] writing;

    /** It has committed, and nobody sees that yet: the store is in its processor's buffer. */
    final Field[] buffered;

    // The consumer.
    final Field consumerAt;
    final Field prepared;
    final Field found;
    final Field slot;
    final Field rungAtThisFree;
    final Field stalled;
    /** The consumer's ringer of each producer. */
    final Ringer[] consumerRings;

    final Field consumerDeathsLeft;

    // The world.
    final Field deathsToTell;
    final Ringer observer;

    final int longs;

    BellFields(BellScenario scenario, BellKind kind, BellMutant mutant) {
        int producers = scenario.producers;
        Field.Packing bits = new Field.Packing();
        this.ready = bits.of(0, scenario.capacity);
        this.used = bits.of(0, scenario.capacity);
        this.read = bits.of(0, scenario.capacity);
        this.wake = bits.array(producers, 0, 1);
        this.request = bits.bit();
        this.bell = kind.make(bits, producers + (scenario.deaths ? 1 : 0), mutant);
        this.bells = new Bell[producers];
        this.producerAt = bits.array(producers, 0, BellProducerSteps.At.values().length - 1);
        this.messagesLeft = bits.array(producers, 0, scenario.messages);
        this.producerRings = new Ringer[producers];
        this.consumerRings = new Ringer[producers];
        this.writing = bits.array(producers, 0, 1);
        this.buffered = bits.array(producers, 0, 1);
        for (int p = 0; p < producers; p++) {
            bells[p] = kind.ofProducers().make(bits, 1 + scenario.consumerDeaths, mutant);
            producerRings[p] = bell.newRinger(bits, mutant);
            consumerRings[p] = bells[p].newRinger(bits, mutant);
        }
        this.consumerAt = bits.of(0, BellConsumerSteps.At.values().length - 1);
        this.prepared = bits.bit();
        this.found = bits.bit();
        this.slot = bits.of(0, producers);
        this.rungAtThisFree = bits.bit();
        this.stalled = bits.bit();
        this.consumerDeathsLeft = bits.of(0, scenario.consumerDeaths);
        this.deathsToTell = bits.of(0, scenario.deaths ? producers : 0);
        this.observer = bell.newRinger(bits, mutant);
        this.longs = bits.longs();
    }

    boolean isHeldUpByTheDead(long[] s, int p) {
        return writing[p].is(s) && producerAt[p].get(s) == BellProducerSteps.At.GONE.ordinal();
    }
}
