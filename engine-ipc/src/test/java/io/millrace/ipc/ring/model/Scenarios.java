// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.List;

/** The scenarios for every build, and the larger ones, which need a heap of 3 GB. */
final class Scenarios {
    static final Scenario TWO_PRODUCERS = Scenario.of("two producers", 3, "2 1", "1 1");
    static final Scenario SHORT_RECORDS = Scenario.of("short records", 3, "s2 1", "s1 s1");
    static final Scenario SHORT_SLOT_REUSED =
            Scenario.of("short records, slot reused", 3, "s1", "s2 s1", "s1").slots(1);
    static final Scenario SHORT_PARTS = Scenario.of("short batch and fragments", 3, "s1*2", "s1+1");
    static final Scenario WHOLE_RING = Scenario.of("whole ring", 3, "3 1", "1");
    static final Scenario ONE_SLOT_REUSED =
            Scenario.of("one slot reused", 3, "1", "2 1", "1").slots(1);
    static final Scenario ONE_SLOT_USED_TWICE =
            Scenario.of("one slot used twice", 3, "2 1", "1 1").slots(1);
    static final Scenario FRAGMENTS = Scenario.of("fragments", 3, "1+1", "1");
    static final Scenario FRAGMENTS_SLOT_REUSED =
            Scenario.of("fragments, slot reused", 3, "1+1 1", "1+1").slots(1);
    static final Scenario ONE_PROCESS =
            Scenario.of("two producers in one process", 3, "2 1", "1 1").processes(0, 0);
    static final Scenario ONE_PROCESS_SLOT_REUSED = Scenario.of("slot reused in one process", 3, "1", "2 1", "1")
            .slots(1)
            .processes(0, 1, 0);
    static final Scenario SMALL_WINDOW =
            Scenario.of("window of one cell", 3, "2 1", "1 1").windowCells(1);
    static final Scenario BATCH = Scenario.of("batch", 3, "1*2 1", "1");
    static final Scenario HELD = Scenario.of("held records", 3, "1 1 1 1").holding();
    static final Scenario HELD_TWO_PRODUCERS =
            Scenario.of("held records of two producers", 2, "1 1", "1").holding();
    static final Scenario LAPS =
            Scenario.of("laps come round", 2, "1 1 2 2 2 1 1").laps(4, 2);

    static final List<Scenario> IN_EVERY_BUILD = List.of(
            Scenario.of("three records of two producers", 3, "2 1", "1"),
            Scenario.of("short records, slot reused twice", 3, "s1", "s2", "s1").slots(1),
            WHOLE_RING,
            ONE_SLOT_REUSED,
            ONE_SLOT_USED_TWICE,
            FRAGMENTS,
            ONE_PROCESS_SLOT_REUSED,
            Scenario.of("three records, window of one cell", 3, "2 1", "1").windowCells(1),
            Scenario.of("short batch", 3, "s1*2", "s1"),
            Scenario.of("one batch", 3, "1*2", "1"),
            HELD,
            HELD_TWO_PRODUCERS,
            LAPS);

    static final List<Scenario> LONG = List.of(
            TWO_PRODUCERS,
            SHORT_SLOT_REUSED,
            SHORT_PARTS,
            SMALL_WINDOW,
            BATCH,
            FRAGMENTS_SLOT_REUSED,
            ONE_PROCESS,
            SHORT_RECORDS,
            Scenario.of("held records of two producers, three cells", 3, "1 1 1", "1 1")
                    .holding(),
            Scenario.of("held records, slot reused", 3, "1 1", "1 1", "1")
                    .slots(1)
                    .holding(),
            Scenario.of("held records, four cells", 4, "1 1 1", "1 1").holding(),
            Scenario.of("three producers", 2, "1", "1", "1"),
            Scenario.of("three producers, short records", 2, "s1", "s1", "1"),
            Scenario.of("four cells, short records", 4, "s2 1", "s1+1 s3"),
            Scenario.of("short records in one process, small window", 3, "s2 s1", "s1 1")
                    .processes(0, 0)
                    .windowCells(1),
            Scenario.of("short records, laps come round", 2, "s1 2 s2", "s1 1").laps(4, 2),
            Scenario.of("one of two slots reused", 3, "1", "2", "1").slots(2),
            Scenario.of("four cells", 4, "2 1", "1+1 3"),
            Scenario.of("five cells", 5, "2 3", "4 1"),
            Scenario.of("three fragments", 3, "1+1+1", "1"),
            Scenario.of("three producers on three cells", 3, "1", "2", "1"),
            Scenario.of("one of two slots reused in one process", 2, "1", "1", "1")
                    .slots(2)
                    .processes(0, 1, 0),
            Scenario.of("four in turn on one slot", 3, "1", "2", "1", "1").slots(1),
            Scenario.of("fragments, slot reused in one process", 3, "1+1", "1", "1+1")
                    .slots(1)
                    .processes(0, 1, 0),
            Scenario.of("batches in a small window", 4, "1*2 2", "1*2 1").windowCells(2),
            Scenario.of("laps come round, two producers", 2, "1 2 2", "1 1").laps(4, 2));

    private Scenarios() {}
}
