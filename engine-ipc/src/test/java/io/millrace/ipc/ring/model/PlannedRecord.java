// SPDX-License-Identifier: Apache-2.0
package io.millrace.ipc.ring.model;

import java.util.ArrayList;
import java.util.List;

/**
 * A record that a producer is to write.
 *
 * @param message the first, or only, message in it
 * @param messages how many are in it: more than 1 in a batch
 * @param fragment which part of its message it is
 * @param fragments into how many parts its message is divided
 * @param isShort it is described when it is finished
 */
record PlannedRecord(int message, int messages, int fragment, int fragments, int cells, boolean isShort) {
    boolean isLast() {
        return fragment == fragments - 1;
    }

    boolean isBatch() {
        return messages > 1;
    }

    /**
     * Reads {@code "2 1+1 1*3 s1"}: a message of 2 cells, one in two fragments of 1 cell, a batch of 3 messages in 1
     * cell, and a short message of 1 cell; batches and fragments may be short too.
     */
    static List<PlannedRecord> parse(String plan) {
        List<PlannedRecord> records = new ArrayList<>();
        int message = 0;
        for (String word : plan.split(" ")) {
            boolean isShort = word.startsWith("s");
            String sizes = isShort ? word.substring(1) : word;
            String[] batch = sizes.split("\\*");
            if (batch.length == 2) {
                int messages = Integer.parseInt(batch[1]);
                records.add(new PlannedRecord(message, messages, 0, 1, Integer.parseInt(batch[0]), isShort));
                message += messages;
            } else {
                String[] parts = sizes.split("\\+");
                for (int part = 0; part < parts.length; part++) {
                    records.add(
                            new PlannedRecord(message, 1, part, parts.length, Integer.parseInt(parts[part]), isShort));
                }
                message++;
            }
        }
        return records;
    }
}
