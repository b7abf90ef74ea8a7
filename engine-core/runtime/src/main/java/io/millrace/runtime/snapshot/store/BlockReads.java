// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.snapshot.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Reads many blocks with few calls of the store: near blocks of one object are read at once. Each block is checked. */
final class BlockReads {

    /**
     * The largest gap that is read with the blocks around it: a file or an object store passes over it in less time
     * than a further call takes.
     */
    private static final int MOST_GAP_BYTES = 1 << 16;

    private static final int MOST_BYTES = 4 << 20;

    private static final Comparator<Map.Entry<BlockName, BlockLocation>> BY_PLACE = Comparator.comparing(
                    (Map.Entry<BlockName, BlockLocation> entry) ->
                            entry.getValue().object())
            .thenComparingLong(entry -> entry.getValue().offset());

    private final SnapshotFileReader reader;

    /** Takes a block. */
    interface Target {

        /** @param content content of the block, valid during the call */
        void block(BlockName name, ByteBuffer content) throws IOException;
    }

    BlockReads(SnapshotFileReader reader) {
        this.reader = reader;
    }

    void read(Map<BlockName, BlockLocation> wanted, Target target) throws IOException {
        List<Map.Entry<BlockName, BlockLocation>> run = new ArrayList<>();
        List<Map.Entry<BlockName, BlockLocation>> ordered =
                wanted.entrySet().stream().sorted(BY_PLACE).toList();
        for (Map.Entry<BlockName, BlockLocation> entry : ordered) {
            if (!run.isEmpty() && !follows(run, entry.getValue())) {
                readRun(run, target);
                run.clear();
            }
            run.add(entry);
        }
        if (!run.isEmpty()) {
            readRun(run, target);
        }
    }

    private static boolean follows(List<Map.Entry<BlockName, BlockLocation>> run, BlockLocation next) {
        BlockLocation first = run.get(0).getValue();
        BlockLocation last = run.get(run.size() - 1).getValue();
        return next.object().equals(first.object())
                && next.offset() - end(last) <= MOST_GAP_BYTES
                && end(next) - first.offset() <= MOST_BYTES;
    }

    private static long end(BlockLocation location) {
        return location.offset() + location.length();
    }

    private void readRun(List<Map.Entry<BlockName, BlockLocation>> run, Target target) throws IOException {
        BlockLocation first = run.get(0).getValue();
        ByteBuffer bytes = null;
        if (run.size() > 1) {
            long end = first.offset();
            for (Map.Entry<BlockName, BlockLocation> entry : run) {
                end = Math.max(end, end(entry.getValue()));
            }
            try {
                bytes = reader.read(first.object(), first.offset(), (int) (end - first.offset()), "blocks");
            } catch (DamagedSnapshotException e) {
                // Reading the blocks one by one tells which one is missing
                bytes = null;
            }
        }
        for (Map.Entry<BlockName, BlockLocation> entry : run) {
            BlockLocation location = entry.getValue();
            if (bytes == null) {
                target.block(entry.getKey(), reader.block(entry.getKey(), location));
            } else {
                ByteBuffer block = bytes.slice((int) (location.offset() - first.offset()), location.length());
                SnapshotFileReader.requireCrc(
                        location.object(), SnapshotFileReader.named(entry.getKey()), block, location.crc());
                target.block(entry.getKey(), block);
            }
        }
    }
}
