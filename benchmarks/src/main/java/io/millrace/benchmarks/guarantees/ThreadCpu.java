package io.millrace.benchmarks.guarantees;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/**
 * What the threads of processes have used so far, by Linux's statistics of each ({@code /proc/PID/task/TID/schedstat}). Code that runs once a
 * second is compiled for minutes, so what the compilers use is apart.
 *
 * @param compilerNanos of the threads that compile
 * @param otherNanos of all others that there are
 */
record ThreadCpu(long compilerNanos, long otherNanos) {

    private static final Path PROC = Path.of("/proc");

    static ThreadCpu of(Collection<Long> processes) {
        return of(PROC, processes);
    }

    static ThreadCpu of(Path proc, Collection<Long> processes) {
        long compilers = 0;
        long others = 0;
        for (long process : processes) {
            Path tasks = proc.resolve(process + "/task");
            String[] threads = tasks.toFile().list();
            // Null: the process has ended
            for (String thread : threads == null ? new String[0] : threads) {
                try {
                    String name = Files.readString(tasks.resolve(thread + "/comm"));
                    String[] word = Files.readString(tasks.resolve(thread + "/schedstat"))
                            .split(" ");
                    if (name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler")) {
                        compilers += Long.parseLong(word[0]);
                    } else {
                        others += Long.parseLong(word[0]);
                    }
                } catch (IOException e) {
                    // This thread has ended meanwhile; the others count
                }
            }
        }
        return new ThreadCpu(compilers, others);
    }

    ThreadCpu since(ThreadCpu before) {
        return new ThreadCpu(compilerNanos - before.compilerNanos, otherNanos - before.otherNanos);
    }

    long nanos() {
        return compilerNanos + otherNanos;
    }
}
