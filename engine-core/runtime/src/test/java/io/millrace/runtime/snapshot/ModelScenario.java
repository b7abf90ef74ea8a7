// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot;

/**
 * The numbers of events that may happen in an exploration.
 *
 * @param snapshots number of snapshots that are begun in all
 * @param crashes number of crashes of workers; the first one has the coordinator
 * @param zombies whether a worker that is believed dead may go on
 * @param confused whether messages to a worker reach all of its starts that go on
 * @param losses number of lost messages
 * @param unknowns number of calls of ZooKeeper whose outcome the coordinator is not told
 * @param timeouts number of time-outs of snapshots, and of errors while a part or a manifest is written
 * @param repetitions number of repetitions while a message or an answer is under way; later ones are always possible
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
