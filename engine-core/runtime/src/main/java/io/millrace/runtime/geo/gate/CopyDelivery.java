// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

import io.millrace.runtime.executor.Decoding;
import io.millrace.runtime.executor.Executor;
import io.millrace.runtime.tuple.CopyDescriptor;
import io.millrace.runtime.tuple.CopyDescriptor.Members;
import io.millrace.runtime.tuple.DataTuple;
import io.millrace.transport.InboundMessage;
import io.millrace.transport.geo.GeoBatch;
import io.millrace.transport.geo.GeoConsumer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Hands the copies of a channel for several tasks to the tasks that run in this executor. The executor's thread. */
final class CopyDelivery implements GeoConsumer {

    /** A member of the copies' targets that runs here. */
    private static final class Own {
        private final int member;
        private final int task;

        /** The last tuple of the present batch; null unless the task is paused. */
        private DataTuple last;

        Own(int member, int task) {
            this.member = member;
            this.task = task;
        }
    }

    private final Executor executor;
    private final Decoding decoding;
    private final GeoDelivery delivery;
    private final LongSupplier clockOffset;
    private final long workerEpoch;
    private final List<Own> own = new ArrayList<>();
    private CopyDescriptor.Reader reader = new CopyDescriptor.Reader(0);

    /**
     * @param clockOffset clock of the sender's worker minus this one, as
     *     {@link InboundMessage#senderClockOffsetNanos()}
     * @param workerEpoch number of this start of the worker: copies for an earlier start are dropped
     */
    CopyDelivery(
            Executor executor, Decoding decoding, GeoDelivery delivery, LongSupplier clockOffset, long workerEpoch) {
        this.executor = executor;
        this.decoding = decoding;
        this.delivery = delivery;
        this.clockOffset = clockOffset;
        this.workerEpoch = workerEpoch;
    }

    @Override
    public void onBatch(GeoBatch batch) {
        long offset = clockOffset.getAsLong();
        delivery.came(batch, offset);
        long ahead = offset == InboundMessage.UNKNOWN_CLOCK ? DataTuple.UNKNOWN_TIME : offset;
        while (batch.next()) {
            if (CopyDescriptor.isMembers(batch.buffer(), batch.offset(), batch.length())) {
                begin(CopyDescriptor.readMembers(batch.buffer(), batch.offset(), batch.length()));
            } else if (!own.isEmpty() && reader.wrap(batch.buffer(), batch.offset(), batch.length())) {
                take(batch, ahead);
            }
        }
        release(batch);
    }

    private void begin(List<Members> all) {
        own.clear();
        int count = 0;
        for (Members each : all) {
            for (int task : each.tasks()) {
                if (each.workerEpoch() == workerEpoch && executor.task(task) != null) {
                    own.add(new Own(count, task));
                }
                count++;
            }
        }
        reader = new CopyDescriptor.Reader(count);
    }

    private void take(GeoBatch batch, long ahead) {
        for (int i = 0; i < own.size(); i++) {
            Own one = own.get(i);
            if (!reader.isFor(one.member)) {
                continue;
            }
            DataTuple tuple = decoding.tuple(
                    one.task,
                    batch.buffer(),
                    reader.messageOffset(),
                    reader.messageLength(),
                    ahead,
                    DataTuple.UNKNOWN_TIME);
            if (tuple == null) {
                continue;
            }
            reader.adapt(tuple, one.member);
            if (one.last != null) {
                executor.arrivals().deliver(one.last);
                one.last = null;
            }
            if (executor.task(one.task).sign().isPaused()) {
                one.last = tuple;
            } else {
                executor.arrivals().deliver(tuple);
            }
        }
    }

    /** Releases a batch. While a task is paused, the source gets credit back only as its inbox shrinks. */
    private void release(GeoBatch batch) {
        int holders = 1;
        for (Own one : own) {
            holders += one.last == null ? 0 : 1;
        }
        Credits credits = new Credits(batch, holders);
        for (Own one : own) {
            if (one.last != null) {
                one.last.hold(credits::release);
                executor.arrivals().deliver(one.last);
                one.last = null;
            }
        }
        credits.release();
    }

    /** The credit of a batch that is released when the last of its holders releases it. */
    private static final class Credits {
        private final GeoBatch batch;
        private int holders;

        Credits(GeoBatch batch, int holders) {
            this.batch = batch;
            this.holders = holders;
        }

        void release() {
            if (--holders == 0) {
                batch.release();
            }
        }
    }

    /** Does nothing: no batch is late, as all are delivered in order. */
    @Override
    public void onLate(GeoBatch batch) {
        batch.release();
    }
}
