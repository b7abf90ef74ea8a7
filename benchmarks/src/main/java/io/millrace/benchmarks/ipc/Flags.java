// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.ipc;

import java.util.ArrayList;
import java.util.List;

/** How the JVMs of one side of a cell are started. */
final class Flags {

    private static final List<String> ALL =
            List.of("-Xms256m", "-Xmx1g", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Dslf4j.internal.verbosity=ERROR");

    private Flags() {}

    static List<String> of(String medium) {
        List<String> flags = new ArrayList<>(ALL);
        String room = System.getProperty(Message.ROOM_PROPERTY);
        if (room != null) {
            flags.add("-D" + Message.ROOM_PROPERTY + "=" + room);
        }
        if (medium.startsWith("agrona") || medium.startsWith("aeron")) {
            flags.addAll(List.of("--add-opens", "java.base/jdk.internal.misc=ALL-UNNAMED"));
        }
        return flags;
    }
}
