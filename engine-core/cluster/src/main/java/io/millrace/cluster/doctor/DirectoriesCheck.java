// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.doctor;

import io.millrace.api.config.ConfigKey;
import io.millrace.cluster.config.Directories;
import io.millrace.runtime.settings.ClusterKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the directories of the daemons: writable, private, and with room. */
final class DirectoriesCheck implements Check {

    private static final Map<DaemonKind, ConfigKey<String>> KEYS = Map.of(
            DaemonKind.ZOOKEEPER, ClusterKeys.ZOOKEEPER_DATA_DIR,
            DaemonKind.CONTROLLER, ClusterKeys.CONTROLLER_DATA_DIR,
            DaemonKind.SUPERVISOR, ClusterKeys.SUPERVISOR_DATA_DIR);

    /** The least room, for a jar and logs. */
    private static final long LEAST_BYTES = 64L << 20;

    private static final long GOOD_BYTES = 1L << 30;

    @Override
    public List<Finding> examine(Plan plan, Machine machine) {
        List<Finding> findings = new ArrayList<>();
        for (DaemonKind daemon : DaemonKind.values()) {
            if (plan.has(daemon)) {
                findings.add(directory(plan, KEYS.get(daemon), machine));
            }
        }
        return findings;
    }

    private static Finding directory(Plan plan, ConfigKey<String> key, Machine machine) {
        String name = key.name();
        if (plan.config().get(key).startsWith("~") && machine.userHome().isEmpty()) {
            return Finding.problem(
                    name,
                    plan.config().get(key) + ", but this user has no home directory",
                    "set " + name + " to an absolute path");
        }
        Path path = Directories.path(plan.config(), key);
        Path existing = machine.existing(path);
        Machine.Access access = machine.access(existing);
        if (!access.directory()) {
            return Finding.problem(name, existing + " is not a directory", "remove it, or set another " + name);
        }
        if (!access.writable()) {
            return Finding.problem(
                    name,
                    (existing.equals(path) ? "" : path + " does not exist, and ") + existing + " is not writable ("
                            + access.mode() + ")",
                    "give this user access to it, or set another " + name);
        }
        try {
            Optional<String> refused = machine.refused(path, key);
            if (refused.isPresent()) {
                return Finding.problem(
                        name,
                        path + " " + refused.get() + ": the daemon refuses it",
                        "chown and chmod 700 it, or set another " + name);
            }
            return room(name, path, machine.disk(existing), existing.equals(path) ? access.mode() : "");
        } catch (IOException e) {
            return Finding.problem(name, existing + " has no size: " + Directories.reason(e), "set another " + name);
        }
    }

    private static Finding room(String name, Path path, Machine.Disk disk, String mode) {
        String found = path + ": " + Sizes.mib(disk.usableBytes()) + " free" + (mode.isEmpty() ? ", not yet made" : "");
        if (disk.usableBytes() < LEAST_BYTES) {
            return Finding.problem(name, found, "make room on its disk, or set another " + name);
        }
        if (!mode.isEmpty() && !mode.endsWith("------")) {
            return Finding.warning(
                    name,
                    found + ", and others have access (" + mode + ")",
                    "chmod 700 " + path + ": it holds jars and secrets");
        }
        return disk.usableBytes() < GOOD_BYTES
                ? Finding.warning(name, found, "make room on its disk: jars and logs need it")
                : Finding.ok(name, found);
    }
}
