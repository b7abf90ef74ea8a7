// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import io.millrace.benchmarks.machine.CpuTime;
import io.millrace.benchmarks.machine.Lab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What the processors and the emulation did while an engine was recorded on hosts.
 *
 * @param busy the share of all processors' time that was not idle, 0 to 1
 */
public record HostsUse(double busy, Lab.Status lab) {

    private static final String FILE = "hosts-use";

    static HostsUse read(Path directory) throws IOException {
        String[] part = Files.readString(directory.resolve(FILE)).split("\n", 2);
        return new HostsUse(Double.parseDouble(part[0]), Lab.Status.parse(part[1]));
    }

    /** Looks at both from its begin on; on this machine alone at nothing. Used by the engine's process. */
    static final class Recording {

        private final Hosts hosts;
        private final CpuTime before;

        private Recording(Hosts hosts, CpuTime before) {
            this.hosts = hosts;
            this.before = before;
        }

        static Recording begin(Hosts hosts) throws IOException {
            if (hosts.areEmulated()) {
                lab(hosts, "reset");
            }
            return new Recording(hosts, CpuTime.now());
        }

        void end(Path directory) throws IOException {
            if (hosts.areEmulated()) {
                double busy = CpuTime.now().busySince(before);
                Signals.write(directory.resolve(FILE), busy + "\n" + lab(hosts, "status"));
            }
        }

        private static String lab(Hosts hosts, String command) throws IOException {
            List<String> words = new ArrayList<>(hosts.lab());
            words.add(command);
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.onExit().join().exitValue() != 0) {
                throw new IOException("netlab " + command + ": " + said.strip());
            }
            return said;
        }
    }
}
