// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.jar;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Prints a notice on standard error if the process ends by System.exit while a jar's main method runs. A process that a
 * signal ends prints none. The thread that runs the main method opens and closes it.
 */
final class ExitNotice {

    private final Thread hook;

    ExitNotice(String mainClass) {
        hook = new Thread(
                () -> text(mainClass, Thread.getAllStackTraces().values()).ifPresent(System.err::println),
                "millrace-exit-notice");
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Returns the notice if one of the stacks is in System.exit; it names the caller. */
    static Optional<String> text(String mainClass, Collection<StackTraceElement[]> stacks) {
        for (StackTraceElement[] stack : stacks) {
            List<StackTraceElement> frames = Arrays.asList(stack);
            boolean exiting = frames.stream()
                    .anyMatch(frame -> frame.getClassName().equals(Runtime.class.getName())
                            && frame.getMethodName().equals("exit"));
            if (exiting) {
                String caller = frames.stream()
                        .filter(frame -> !frame.getClassName().startsWith("java.lang."))
                        .findFirst()
                        .map(frame -> " at " + frame)
                        .orElse("");
                return Optional.of("millrace: System.exit was called" + caller + " before the main method of "
                        + mainClass + " returned, so this command ends unfinished: let it return");
            }
        }
        return Optional.empty();
    }

    void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process ends already, as another thread has called System.exit or a signal has come.
        }
    }
}
