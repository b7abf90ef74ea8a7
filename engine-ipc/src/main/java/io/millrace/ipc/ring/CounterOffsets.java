// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring;

/** The offsets of the counters. Each counter is a long that one thread writes and any thread reads. */
final class CounterOffsets {
    // A producer's counters, from their start in its slot. From CLOSED_PRODUCERS on, the sums over all producers
    // that are gone have the same offsets.
    static final int CLAIMS = 0;
    static final int COMMITS = 8;
    static final int ABORTS = 16;
    static final int BYTES = 24;
    static final int FULL_EVENTS = 32;
    static final int CLAIM_RETRIES = 40;
    static final int PRODUCER_COUNTERS = 48;

    // The consumer's counters.
    static final int CLOSED_PRODUCERS = Descriptor.COUNTERS_OFFSET;
    static final int MESSAGES_READ = Descriptor.COUNTERS_OFFSET + 64;
    static final int BYTES_READ = Descriptor.COUNTERS_OFFSET + 72;
    static final int WINDOW_SKIPS = Descriptor.COUNTERS_OFFSET + 80;
    static final int ABANDONED_RECORDS = Descriptor.COUNTERS_OFFSET + 88;
    static final int ABANDONED_HOLES = Descriptor.COUNTERS_OFFSET + 96;
    static final int DROPPED_FRAGMENTED = Descriptor.COUNTERS_OFFSET + 104;
    static final int CORRUPT_RECORDS = Descriptor.COUNTERS_OFFSET + 112;
    static final int WAKE_UPS = Descriptor.COUNTERS_OFFSET + 120;
    static final int PROBES = Descriptor.COUNTERS_OFFSET + 128;
    static final int RETIRED_SLOTS = Descriptor.COUNTERS_OFFSET + 136;
    static final int CONSUMER_RESTARTS = Descriptor.COUNTERS_OFFSET + 144;

    private CounterOffsets() {}
}
