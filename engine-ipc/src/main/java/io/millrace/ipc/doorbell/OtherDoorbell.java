// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.doorbell;

import static io.millrace.ipc.doorbell.WaitingWord.FUTEX;
import static io.millrace.ipc.doorbell.WaitingWord.NOT;
import static io.millrace.ipc.doorbell.WaitingWord.READS;

import java.nio.file.Path;

/**
 * The doorbell of a thread of another process, or of this one if it was opened by its path. This process may die after
 * each step of {@link #ring}: until the word is cleared the next one rings again.
 */
final class OtherDoorbell implements Doorbell {
    private final WaitingWord word;
    private final Path path;
    private final PipeWriter pipe;
    private final PipeWriter calls;
    private final int number;
    private final long address;

    /**
     * @param pipe that the thread reads, if it does
     * @param calls the pipe of its process; if there is none, the thread looks itself from time to time
     * @param number of the doorbell among those of its process
     */
    OtherDoorbell(WaitingWord word, Path path, PipeWriter pipe, PipeWriter calls, int number) {
        this.word = word;
        this.path = path;
        this.pipe = pipe;
        this.calls = calls;
        this.number = number;
        this.address = Futex.isAvailable() ? Futex.addressOf(word.memory().view()) + word.offset() : 0;
    }

    @Override
    public void ring() {
        long seen = word.read();
        while (WaitingWord.how(seen) != NOT && !rang(seen)) {
            seen = word.read();
        }
    }

    /** Wakes the thread. Returns false if it has begun to wait in another way meanwhile. */
    private boolean rang(long seen) {
        int how = WaitingWord.how(seen);
        if (how == FUTEX && address != 0) {
            long ringing = word.markRinging(seen);
            if (ringing == 0) {
                return false;
            }
            Futex.wake(address);
            return word.clear(ringing);
        }
        if (how == READS) {
            pipe.write();
        } else {
            calls.writeNumber(number);
        }
        return word.clear(seen);
    }

    @Override
    public boolean isWaiting() {
        return WaitingWord.isWaiting(word.read());
    }

    @Override
    public void prepareWait() {
        throw notOwn(path);
    }

    @Override
    public void cancelWait() {
        throw notOwn(path);
    }

    @Override
    public void await(long deadlineNanos) {
        throw notOwn(path);
    }

    static IllegalStateException notOwn(Path path) {
        return new IllegalStateException("the doorbell " + path
                + " belongs to another process, or was opened by path: only who made it may wait");
    }

    @Override
    public Path path() {
        return path;
    }

    @Override
    public void close() {
        pipe.close();
        calls.close();
    }
}
