// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Writes the output of an engine's process to the log, line by line, on a thread of its own that ends with the output.
 * It reads on when the log is full, so that the process does not wait.
 */
final class OutputPump implements Runnable {

    /** The length from which on a line is divided into several. */
    private static final int LONGEST = 4_096;

    private static final int BLOCK = 1 << 14;

    /** The longest wait for the end of the output, which a child of the process may keep open. */
    private static final long LAST_MILLIS = 200;

    private final InputStream output;
    private final EngineLog log;
    private final CountDownLatch over = new CountDownLatch(1);

    /** The line that is being read. Confined to the pump's thread, as is its length. */
    private final byte[] line = new byte[LONGEST];

    private int length;

    private volatile byte[] last = {};

    private OutputPump(InputStream output, EngineLog log) {
        this.output = output;
        this.log = log;
    }

    static OutputPump start(InputStream output, EngineLog log, String name) {
        OutputPump pump = new OutputPump(output, log);
        Thread thread = new Thread(pump, name);
        thread.setDaemon(true);
        thread.start();
        return pump;
    }

    /** Returns the last line of a process that has ended; empty if there is none. */
    String lastLine() {
        boolean interrupted = Thread.interrupted();
        try {
            over.await(LAST_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return EngineLog.shown(text(last).strip());
    }

    @Override
    public void run() {
        byte[] block = new byte[BLOCK];
        try (output) {
            for (int count = output.read(block); count >= 0; count = output.read(block)) {
                split(block, count);
            }
        } catch (IOException e) {
            // The process has been killed
        }
        endLine();
        over.countDown();
    }

    private void split(byte[] block, int count) {
        for (int i = 0; i < count; i++) {
            if (block[i] != '\n') {
                line[length++] = block[i];
            }
            if (block[i] == '\n' || length == LONGEST) {
                endLine();
            }
        }
    }

    private void endLine() {
        if (isBlank()) {
            length = 0;
            return;
        }
        byte[] ended = Arrays.copyOf(line, length);
        length = 0;
        last = ended;
        log.write(1, () -> text(ended));
    }

    private boolean isBlank() {
        for (int i = 0; i < length; i++) {
            if (line[i] > ' ' || line[i] < 0) {
                return false;
            }
        }
        return true;
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
