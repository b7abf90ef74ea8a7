// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.link;

import io.millrace.api.Fields;
import io.millrace.runtime.codec.ValuesCodec;
import io.millrace.runtime.tuple.Barrier;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.runtime.tuple.StreamRef;
import io.millrace.runtime.tuple.StreamTable;
import io.millrace.runtime.tuple.TupleDecoder;
import io.millrace.runtime.tuple.TupleEncoder;
import java.util.List;

/** Makes tuples of one stream of source task 3. */
final class TestTuples {

    static final int SOURCE = 3;
    static final int MAX_BYTES = 1 << 20;
    static final StreamRef STREAM = new StreamRef("source", 0, "default", Fields.of("number", "payload"), false);
    static final StreamTable TABLE = (task, index) -> {
        if (index == (Barrier.STREAM.index() & 0xFFFF)) {
            return Barrier.STREAM;
        }
        return task == SOURCE && index == 0 ? STREAM : null;
    };

    private TestTuples() {}

    static DataTuple tuple(int target, int number, Object payload) {
        DataTuple tuple = new DataTuple(STREAM, SOURCE, target, number * 10L, new Object[] {number, payload});
        if (number % 3 == 1) {
            tuple.track(number, -number, null);
        } else if (number % 3 == 2) {
            tuple.track(number, -number, new long[] {number + 1, 7, number + 2, 8});
        }
        return tuple;
    }

    static DataTuple barrier(int target, long snapshotId) {
        return new DataTuple(Barrier.STREAM, SOURCE, target, DataTuple.UNKNOWN_TIME, Barrier.values(snapshotId));
    }

    static TupleEncoder encoder() {
        return new TupleEncoder(new ValuesCodec(List.of()), MAX_BYTES, () -> 0);
    }

    static TupleDecoder decoder() {
        return new TupleDecoder(new ValuesCodec(List.of()), TABLE, () -> 0);
    }
}
