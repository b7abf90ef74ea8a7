// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli;

import io.millrace.runtime.worker.EngineVersion;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;

@Command(name = "version", description = "Shows the version of Millrace and of Java.")
final class VersionCommand implements Runnable {

    @ParentCommand
    private MillraceCommand millrace;

    @Override
    public void run() {
        printVersions(millrace);
    }

    static void printVersions(MillraceCommand millrace) {
        Map<String, String> versions = new LinkedHashMap<>();
        versions.put("millrace", EngineVersion.get());
        versions.put("java", System.getProperty("java.vm.name") + " " + Runtime.version());
        versions.put(
                "os",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        millrace.print(
                versions,
                () -> versions.forEach((what, which) -> millrace.terminal().line(what + " " + which)));
    }
}
