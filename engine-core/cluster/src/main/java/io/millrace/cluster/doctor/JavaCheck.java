// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import java.util.List;

/** Checks Java's release. Workers run with the Java of their supervisor. */
final class JavaCheck implements Check {

    private static final int OLDEST = 17;

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        String found = machine.javaVersion();
        return List.of(
                machine.javaFeature() >= OLDEST
                        ? Finding.ok("java", found)
                        : Finding.problem(
                                "java", found, "install JDK " + OLDEST + " or newer, and set JAVA_HOME to it"));
    }
}
