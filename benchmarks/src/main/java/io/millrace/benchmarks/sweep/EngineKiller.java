// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.sweep;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;

/** Kills processes of engines that this process has started, one at a time, each in turn. One thread. */
final class EngineKiller {

    private final String command;
    private int killed;

    /** @param command a part of the command by which engines run */
    EngineKiller(String command) {
        this.command = command;
    }

    /** Kills one as SIGKILL does, if there is one. */
    void kill() {
        List<ProcessHandle> engines = ProcessHandle.current()
                .descendants()
                .filter(this::isEngine)
                .sorted(Comparator.comparing(ProcessHandle::pid))
                .toList();
        if (!engines.isEmpty() && engines.get(killed % engines.size()).destroyForcibly()) {
            killed++;
        }
    }

    /** How many it has killed. */
    int killed() {
        return killed;
    }

    private boolean isEngine(ProcessHandle process) {
        try {
            // What ProcessHandle knows of a command ends with its first page, and class paths are longer
            byte[] words = Files.readAllBytes(Path.of("/proc", Long.toString(process.pid()), "cmdline"));
            return new String(words, StandardCharsets.ISO_8859_1).contains(command);
        } catch (IOException e) {
            // It has ended
            return false;
        }
    }
}
