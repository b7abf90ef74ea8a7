package io.millrace.runtime.idle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How late the kernel may end a thread's sleep so that it can end several at once: 50 microseconds unless the thread asks
 * for less (Linux, prctl(2) PR_SET_TIMERSLACK; proc(5) timerslack_ns).
 */
public final class TimerSlack {

    private static final Path SELF = Path.of("/proc/thread-self");

    private TimerSlack() {}

    /** Lets the sleeps of the calling thread end in time; false if that cannot be had here. */
    public static boolean sharpen() {
        try {
            // "pid/task/tid"; the file is below the thread's own number, not below its process's
            String thread = Files.readSymbolicLink(SELF).getFileName().toString();
            Files.writeString(Path.of("/proc", thread, "timerslack_ns"), "1");
            return true;
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return false;
        }
    }
}
