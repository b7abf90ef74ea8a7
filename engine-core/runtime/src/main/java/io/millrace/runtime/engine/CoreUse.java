// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.engine;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The use of the cores of a node. */
interface CoreUse {

    /** Reads the sums over all cores in {@code /proc/stat}. */
    CoreUse OF_NODE = () -> {
        try (BufferedReader file = Files.newBufferedReader(Path.of("/proc/stat"), StandardCharsets.US_ASCII)) {
            return Ticks.parse(file.readLine());
        } catch (IOException e) {
            return null;
        }
    };

    /**
     * The time since the node was started, summed over its cores, in any unit.
     *
     * @param idle time without work, or waiting for a disk
     * @param all all of the time
     */
    record Ticks(long idle, long all) {

        private static final int FIRST = 1;
        private static final int IDLE = 4;
        private static final int IOWAIT = 5;

        /** The last column that counts, as the columns behind it are part of others. */
        private static final int STEAL = 8;

        /** Parses the first line of {@code /proc/stat}. Returns null for another line. */
        static Ticks parse(String line) {
            String[] words = line == null ? new String[0] : line.split(" +");
            if (words.length <= STEAL || !words[0].equals("cpu")) {
                return null;
            }
            long all = 0;
            try {
                for (int i = FIRST; i <= STEAL; i++) {
                    all += Long.parseLong(words[i]);
                }
                return new Ticks(Long.parseLong(words[IDLE]) + Long.parseLong(words[IOWAIT]), all);
            } catch (NumberFormatException e) {
                return null;
            }
        }
    }

    /** Reads the present times. Returns null if they are not known. */
    Ticks read();
}
