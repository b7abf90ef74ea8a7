package io.millrace.runtime.snapshot;

/**
 * How much may happen in an exploration.
 *
 * @param snapshots that are begun in all
 * @param crashes of workers; the first one has the coordinator
 * @param zombies whether what is believed dead may go on
 * @param confused whether messages to a worker reach all of its starts that go on
 * @param losses of messages
 * @param unknowns calls of ZooKeeper whose outcome the coordinator is not told
 * @param timeouts of snapshots, and errors while a part or a manifest is written
 * @param repetitions while a message or an answer is under way; later ones are always possible
 */
record ModelScenario(
        int snapshots,
        int crashes,
        boolean zombies,
        boolean confused,
        int losses,
        int unknowns,
        int timeouts,
        int repetitions) {}
