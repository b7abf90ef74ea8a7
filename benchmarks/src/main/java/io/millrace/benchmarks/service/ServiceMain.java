// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.service;

import io.millrace.benchmarks.macro.EngineProcess;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The process of one measurement: starts an engine, calls it, prints one line. */
public final class ServiceMain {

    /** The beginning of the line that says why an engine cannot do a cell. */
    static final String REFUSAL = "REFUSED";

    private ServiceMain() {}

    /** Engine's name, seconds of warm-up, seconds that are measured, and the cell. */
    public static void main(String[] arguments) {
        Locale.setDefault(Locale.ROOT);
        EngineProcess.endWithParent();
        int status = 0;
        try {
            System.out.println(line(arguments));
        } catch (Exception e) {
            e.printStackTrace();
            status = 1;
        }
        System.out.flush();
        // Some engines leave threads behind
        ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
        Runtime.getRuntime().halt(status);
    }

    private static String line(String[] arguments) throws Exception {
        String name = arguments[0];
        ServiceEngine engine = EngineProcess.find(
                ServiceEngine.class, name, known -> known.names().contains(name));
        List<String> rest = Arrays.asList(arguments).subList(3, arguments.length);
        Cell cell = Cell.decode(rest);
        String refusal = engine.refusal(cell);
        if (refusal != null) {
            return REFUSAL + " " + refusal;
        }
        int warmUpSeconds = Integer.parseInt(arguments[1]);
        int seconds = Integer.parseInt(arguments[2]);
        try (Service service = engine.start(name, cell)) {
            return new LoadGenerator(service, cell, warmUpSeconds, seconds)
                    .run()
                    .line();
        } catch (UnavailableException e) {
            return REFUSAL + " " + e.getMessage();
        }
    }
}
