// SPDX-License-Identifier: Apache-2.0
package io.millrace.operators.aggregate;

import io.millrace.api.Fields;
import io.millrace.api.Tuple;
import io.millrace.api.error.TopologyException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The percentile of {@link Aggregates#percentile}. An accumulator is a histogram: for each bucket in use, in ascending
 * order,
 *
 * <pre>
 *   0        4                12
 *   +--------+----------------+
 *   | bucket | values in it   |
 *   +--------+----------------+
 * </pre>
 *
 * A bucket is the exponent of a double and the first seven bits behind its point, so its number grows with the value.
 */
record Percentile(String field, double percent) implements Aggregate<byte[]> {

    private static final int DROPPED_BITS = 52 - 7;
    private static final int ENTRY = 12;
    private static final int VALUES = 4;

    Percentile {
        Fields.of(field);
        if (!(percent > 0 && percent <= 100)) {
            throw new TopologyException("the percentile is " + percent + ": take more than 0 to 100");
        }
    }

    @Override
    public Fields fields() {
        return Fields.of(field);
    }

    @Override
    public byte[] init() {
        return new byte[0];
    }

    @Override
    public byte[] add(byte[] accumulator, Tuple input) {
        Object value = input.get(field);
        if (value == null) {
            return accumulator;
        }
        double number = Numbers.nearest(field, value);
        if (!(number >= 0 && number < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(
                    "field '" + field + "' is " + number + ", and percentiles are of numbers from 0: emit those");
        }
        // Adding 0.0 makes -0.0 the other zero
        int bucket = (int) (Double.doubleToRawLongBits(number + 0.0) >>> DROPPED_BITS);
        int at = position(accumulator, bucket);
        boolean isNew = at == accumulator.length || ByteBuffer.wrap(accumulator).getInt(at) != bucket;
        byte[] next = Arrays.copyOf(accumulator, accumulator.length + (isNew ? ENTRY : 0));
        if (isNew) {
            System.arraycopy(accumulator, at, next, at + ENTRY, accumulator.length - at);
            ByteBuffer.wrap(next).putInt(at, bucket).putLong(at + VALUES, 1);
        } else {
            ByteBuffer.wrap(next).putLong(at + VALUES, 1 + ByteBuffer.wrap(next).getLong(at + VALUES));
        }
        return next;
    }

    /** Returns the position of the entry of a bucket, or where it would be. */
    private static int position(byte[] accumulator, int bucket) {
        ByteBuffer entries = ByteBuffer.wrap(accumulator);
        int low = 0;
        int high = accumulator.length / ENTRY;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (entries.getInt(middle * ENTRY) < bucket) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low * ENTRY;
    }

    @Override
    public byte[] merge(byte[] first, byte[] second) {
        ByteBuffer one = ByteBuffer.wrap(first);
        ByteBuffer other = ByteBuffer.wrap(second);
        ByteBuffer all = ByteBuffer.allocate(first.length + second.length);
        while (one.hasRemaining() || other.hasRemaining()) {
            int ofOne = one.hasRemaining() ? one.getInt(one.position()) : Integer.MAX_VALUE;
            int ofOther = other.hasRemaining() ? other.getInt(other.position()) : Integer.MAX_VALUE;
            all.putInt(Math.min(ofOne, ofOther));
            all.putLong((ofOne <= ofOther ? next(one) : 0) + (ofOther <= ofOne ? next(other) : 0));
        }
        return Arrays.copyOf(all.array(), all.position());
    }

    private static long next(ByteBuffer entries) {
        entries.getInt();
        return entries.getLong();
    }

    @Override
    public Object result(byte[] accumulator) {
        ByteBuffer entries = ByteBuffer.wrap(accumulator);
        long count = 0;
        for (int at = 0; at < accumulator.length; at += ENTRY) {
            count += entries.getLong(at + VALUES);
        }
        long rank = (long) Math.ceil(count * percent / 100);
        for (int at = 0; at < accumulator.length; at += ENTRY) {
            rank -= entries.getLong(at + VALUES);
            if (rank <= 0) {
                return Double.longBitsToDouble((long) entries.getInt(at) << DROPPED_BITS);
            }
        }
        return null;
    }
}
