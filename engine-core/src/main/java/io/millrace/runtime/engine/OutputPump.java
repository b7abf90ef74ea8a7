package io.millrace.runtime.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Writes the output of an engine's process to the log, line by line, on a thread of its own that ends with the output. */
final class OutputPump implements Runnable {

    /** A longer line is several. */
    private static final int LONGEST = 4_096;

    /** A child of the process may keep the output open. */
    private static final long LAST_MILLIS = 200;

    private final InputStream output;
    private final EngineLog log;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile String lastLine = "";

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

    /** Returns the last line, of a process that has ended; empty if there is none. */
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
        return lastLine;
    }

    @Override
    public void run() {
        byte[] line = new byte[LONGEST];
        int length = 0;
        try (output) {
            for (int next = output.read(); next >= 0; next = output.read()) {
                if (next != '\n') {
                    line[length++] = (byte) next;
                }
                if (next == '\n' || length == LONGEST) {
                    write(line, length);
                    length = 0;
                }
            }
        } catch (IOException e) {
            // The process has been killed
        }
        write(line, length);
        over.countDown();
    }

    private void write(byte[] line, int length) {
        if (length > 0) {
            String text = new String(line, 0, length, StandardCharsets.UTF_8);
            lastLine = text.isBlank() ? lastLine : text.strip();
            log.write(1, text);
        }
    }
}
