package io.millrace.connectors.files;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of a sink's files, which nothing else knows:
 *
 * <pre>
 *   .PREFIX-TASK-OWNER-TOKEN-N.tmp    being written, or prepared; hidden, as readers skip names that begin with a dot
 *   PREFIX-TASK-SNAPSHOT[-N]SUFFIX    visible, with snapshots
 *   PREFIX-TASK-TOKEN-NSUFFIX         visible, without snapshots
 *
 *   TASK      the index of the task, from 0
 *   OWNER     16 hexadecimal digits of topology and component: a sink removes no file of another one in the same directory
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

    String temporary(long n) {
        return "." + prefix + "-" + task + "-" + owner + "-" + token + "-" + n + ".tmp";
    }

    String committed(long snapshotId, int n) {
        return prefix + "-" + task + "-" + snapshotId + (n == 0 ? "" : "-" + n) + suffix;
    }

    String immediate(long n) {
        return prefix + "-" + task + "-" + token + "-" + n + suffix;
    }

    /** Returns the index of the task that has written a temporary file of this sink, or -1 for any other file. */
    int taskOf(String name) {
        Matcher parts = Pattern.compile(
                        "\\." + Pattern.quote(prefix) + "-(\\d{1,9})-" + owner + "-[0-9a-f]{16}-\\d+\\.tmp")
                .matcher(name);
        return parts.matches() ? Integer.parseInt(parts.group(1)) : -1;
    }
}
