// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of a sink's files, which nothing else knows:
 *
 * <pre>
 *   .PREFIX-TASK-OWNER-GENERATION-TOKEN-N.tmp    being written, or prepared; hidden, as readers skip names that begin with a dot
 *   PREFIX-TASK-SNAPSHOT[-N]SUFFIX    visible, with snapshots
 *   PREFIX-TASK-TOKEN-NSUFFIX         visible, without snapshots
 *
 *   TASK      the index of the task, from 0
 *   OWNER     16 hexadecimal digits of topology and component: a sink removes no file of another one in the same directory
 *   GENERATION   how often the topology has gone back to a snapshot; 0 without snapshots
 *   TOKEN     16 random hexadecimal digits of one instance: no two write to the same file, also if one is believed dead
 *   N         counts the files of an instance; in the second form those of a snapshot beyond the first, from 1
 * </pre>
 */
record SinkNames(String prefix, String suffix, String owner, int task, String token) implements Serializable {

    static SinkNames of(String prefix, String suffix, String topology, String component, int task) {
        String owner = hex(UUID.nameUUIDFromBytes((topology + '\n' + component).getBytes(StandardCharsets.UTF_8)));
        return new SinkNames(prefix, suffix, owner, task, hex(UUID.randomUUID()));
    }

    private static String hex(UUID id) {
        return String.format("%016x", id.getLeastSignificantBits());
    }

    /**
     * What the name of a temporary file of this sink says.
     *
     * @param task index of the task that has written it
     */
    record Temporary(int task, long generation) {}

    String temporary(long generation, long n) {
        return "." + prefix + "-" + task + "-" + owner + "-" + generation + "-" + token + "-" + n + ".tmp";
    }

    String committed(long snapshotId, int n) {
        return prefix + "-" + task + "-" + snapshotId + (n == 0 ? "" : "-" + n) + suffix;
    }

    String immediate(long n) {
        return prefix + "-" + task + "-" + token + "-" + n + suffix;
    }

    /** Returns what the name of a temporary file of this sink says; empty for any other file. */
    Optional<Temporary> parse(String name) {
        Matcher parts = Pattern.compile(
                        "\\." + Pattern.quote(prefix) + "-(\\d{1,9})-" + owner + "-(\\d{1,18})-[0-9a-f]{16}-\\d+\\.tmp")
                .matcher(name);
        return parts.matches()
                ? Optional.of(new Temporary(Integer.parseInt(parts.group(1)), Long.parseLong(parts.group(2))))
                : Optional.empty();
    }
}
