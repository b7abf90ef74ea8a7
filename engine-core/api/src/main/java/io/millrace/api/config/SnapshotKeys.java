// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.time.Duration;

/** The keys of snapshots and of their location, as users find them in {@link TopologyKeys}. */
interface SnapshotKeys {

    ConfigKey<Duration> SNAPSHOT_INTERVAL = ConfigKey.duration(
            "topology.snapshot.interval",
            "1 s",
            Duration.ZERO,
            Duration.ofHours(24),
            "From the begin of a snapshot to the begin of the next one; with exactly-once this is also how long sinks"
                    + " that take part hold back what they write. 0 s: none, which exactly-once refuses. At-least-once has"
                    + " snapshots only if topology.state.dir is set.");
    ConfigKey<Duration> SNAPSHOT_TIMEOUT = ConfigKey.duration(
            "topology.snapshot.timeout",
            "60 s",
            Duration.ofMillis(10),
            Duration.ofHours(24),
            "A snapshot that all workers have not written after this time fails.");
    ConfigKey<SnapshotAlignment> SNAPSHOT_ALIGNMENT = ConfigKey.choice(
            "topology.snapshot.alignment",
            SnapshotAlignment.AUTO,
            "With at-least-once: whether tasks wait for the barriers of all their sources, so that after a death no"
                    + " state contains an input twice. Auto: if the topology has windows or joins. With exactly-once they"
                    + " always wait, and never is refused.");
    ConfigKey<Duration> SNAPSHOT_ALIGNMENT_TIMEOUT = ConfigKey.durationOrNever(
            "topology.snapshot.alignment.timeout",
            Duration.ZERO,
            Duration.ofHours(24),
            "With exactly-once: tasks that barriers have not reached so long after a snapshot has begun take it at"
                    + " once, and tuples on their way become part of it. 0 s: always. Never: a task waits for the"
                    + " barriers of all its sources, behind what they have sent before.");
    ConfigKey<Long> SNAPSHOT_CHANNEL_BYTES = ConfigKey.bytes(
            "topology.snapshot.channel.bytes",
            "64 MiB",
            1 << 10,
            1 << 30,
            "Most encoded tuples on their way to one task that a snapshot may contain, see"
                    + " topology.snapshot.alignment.timeout. If there are more, the snapshot fails.");
    ConfigKey<Duration> SNAPSHOT_MIN_PAUSE = ConfigKey.duration(
            "topology.snapshot.min.pause",
            "0 s",
            Duration.ZERO,
            Duration.ofHours(24),
            "At least so long after the end of a snapshot the next one begins.");
    ConfigKey<Integer> SNAPSHOT_KEEP = ConfigKey.integer(
            "topology.snapshot.keep",
            3,
            2,
            100,
            "So many of the last committed snapshots are kept. If the last one cannot be read, the one before is"
                    + " taken.");
    ConfigKey<Integer> SNAPSHOT_TOLERATED_FAILURES = ConfigKey.integer(
            "topology.snapshot.tolerated.failures",
            3,
            -1,
            1_000_000,
            "If more snapshots than this fail in a row, the topology is shown as failing, and"
                    + " topology.on.snapshot.failure says whether it goes on; -1: any number. Those that a death ends do"
                    + " not count.");
    ConfigKey<SnapshotFailurePolicy> ON_SNAPSHOT_FAILURE = ConfigKey.choice(
            "topology.on.snapshot.failure",
            SnapshotFailurePolicy.CONTINUE,
            "What follows when more snapshots have failed in a row than topology.snapshot.tolerated.failures: the"
                    + " topology goes on, or ends as failed.");
    ConfigKey<String> STATE_DIR = ConfigKey.text(
                    "topology.state.dir",
                    "",
                    "Where snapshots are kept: a directory that all nodes of the topology reach under this name, or a location"
                            + " of a store such as s3:.")
            .shownAs(SecretSettings::shownText);
    ConfigKey<StateAccess> STATE_ACCESS = ConfigKey.choice(
            "topology.state.access",
            StateAccess.OWNER,
            "Who can read the files of snapshots in a directory: the account of the workers alone, or whom its umask"
                    + " lets.");
    ConfigKey<String> SAVEPOINT_FROM = ConfigKey.text(
                    "topology.savepoint.from",
                    "",
                    "The savepoint with which the topology begins: a directory that its workers reach, or a location of a"
                            + " store. It is read once, at the first start.")
            .shownAs(SecretSettings::shownText);
    ConfigKey<String> SAVEPOINT_ALLOW_DROPPED = ConfigKey.text(
            "topology.savepoint.allow.dropped",
            "",
            "Components of that savepoint, separated by commas, whose content may be lost because the topology has"
                    + " them no more.");
}
