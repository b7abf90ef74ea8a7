package io.millrace.runtime.engine;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Writes the output of an engine's process to the log, line by line, on a thread of its own that ends with the output. */
final class OutputPump implements Runnable {

    /** A longer line is several. */
    private static final int LONGEST = 4_096;

    private final InputStream output;
    private final EngineLog log;

    private OutputPump(InputStream output, EngineLog log) {
        this.output = output;
        this.log = log;
    }

    static void start(InputStream output, EngineLog log, String name) {
        Thread thread = new Thread(new OutputPump(output, log), name);
        thread.setDaemon(true);
        thread.start();
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
    }

    private void write(byte[] line, int length) {
        if (length > 0) {
            log.write(1, new String(line, 0, length, StandardCharsets.UTF_8));
        }
    }
}
