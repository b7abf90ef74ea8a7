// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.executor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The timer slack of a thread: how late the kernel may end its sleep, so that it can end several sleeps at once. It is
 * 50 microseconds unless the thread asks for less (Linux, prctl(2) PR_SET_TIMERSLACK; proc(5) timerslack_ns).
 */
final class TimerSlack {

    private static final Path SELF = Path.of("/proc/thread-self");

    private TimerSlack() {}

    /** Sets the slack of the calling thread to the minimum. Returns false if this system does not allow that. */
    static boolean sharpen() {
        try {
            // The link reads "pid/task/tid". The file is in the directory of the thread, not of its process.
            String thread = Files.readSymbolicLink(SELF).getFileName().toString();
            Files.writeString(Path.of("/proc", thread, "timerslack_ns"), "1");
            return true;
        } catch (IOException | UnsupportedOperationException | SecurityException e) {
            return false;
        }
    }
}
