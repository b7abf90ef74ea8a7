// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Checks the account of the supervisor, in which the code of topologies runs. */
final class AccountCheck implements Check {

    private static final Path STATUS = Path.of("/proc/self/status");

    /** The effective user id: the second number, by which the kernel decides. */
    private static final Pattern UID = Pattern.compile("(?m)^Uid:\\s+\\d+\\s+(\\d+)");

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        Matcher uid = UID.matcher(machine.read(STATUS).orElse(""));
        if (!plan.has(DaemonKind.SUPERVISOR) || !uid.find()) {
            return List.of();
        }
        String name = "account";
        return List.of(
                uid.group(1).equals("0")
                        ? Finding.warning(
                                name,
                                "root, so jars of topologies and programs of their engines run as root",
                                "run the supervisor in an account of its own, such as by User= of the systemd unit")
                        : Finding.ok(name, "number " + uid.group(1) + ", not root"));
    }
}
