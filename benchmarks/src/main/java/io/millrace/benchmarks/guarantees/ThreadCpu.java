// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.guarantees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;

/**
 * What processes have used so far. Code that runs once a second is compiled for minutes, so that without the compilers
 * is apart; it is of the threads that there are, by Linux's statistics of each ({@code /proc/PID/task/TID/schedstat}).
 *
 * @param nanos of the processes, also of threads that have ended, as compilers do when there is little to compile
 * @param withoutCompilersNanos of all threads that do not compile
 */
record ThreadCpu(long nanos, long withoutCompilersNanos) {

    private static final Path PROC = Path.of("/proc");

    static ThreadCpu of(Collection<Long> processes) {
        long nanos = processes.stream()
                .flatMap(process -> ProcessHandle.of(process).stream())
                .flatMap(process -> process.info().totalCpuDuration().stream())
                .mapToLong(Duration::toNanos)
                .sum();
        return new ThreadCpu(nanos, withoutCompilers(PROC, processes));
    }

    static long withoutCompilers(Path proc, Collection<Long> processes) {
        long nanos = 0;
        for (long process : processes) {
            Path tasks = proc.resolve(process + "/task");
            String[] threads = tasks.toFile().list();
            // Null: the process has ended
            for (String thread : threads == null ? new String[0] : threads) {
                try {
                    String name = Files.readString(tasks.resolve(thread + "/comm"));
                    if (!name.startsWith("C1 Compiler") && !name.startsWith("C2 Compiler")) {
                        String times = Files.readString(tasks.resolve(thread + "/schedstat"));
                        nanos += Long.parseLong(times.split(" ")[0]);
                    }
                } catch (IOException e) {
                    // This thread has ended meanwhile; the others count
                }
            }
        }
        return nanos;
    }

    ThreadCpu since(ThreadCpu before) {
        return new ThreadCpu(nanos - before.nanos, withoutCompilersNanos - before.withoutCompilersNanos);
    }
}
