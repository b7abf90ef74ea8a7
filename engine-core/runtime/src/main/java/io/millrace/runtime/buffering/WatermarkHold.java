// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.buffering;

import io.millrace.api.Component;
import io.millrace.api.HoldsWatermarks;
import java.util.function.BiConsumer;

/** Asks a bolt for the inputs of which it still emits results. Confined to the thread of the task's executor. */
public final class WatermarkHold implements HoldsWatermarks {

    private final HoldsWatermarks bolt;
    private final BiConsumer<String, Throwable> broken;

    private WatermarkHold(HoldsWatermarks bolt, BiConsumer<String, Throwable> broken) {
        this.bolt = bolt;
        this.broken = broken;
    }

    /** The answer of a bolt that emits nothing for an input after {@code execute} has returned. */
    private static final HoldsWatermarks NONE = new HoldsWatermarks() {
        @Override
        public void watermark(Runnable pass) {
            pass.run();
        }

        @Override
        public boolean waitsForCalls() {
            return false;
        }
    };

    /**
     * Returns a bolt's own answers. A bolt that emits nothing for an input after {@code execute} has returned holds
     * nothing.
     *
     * @param broken called with the exception of a method of the bolt: its task cannot go on
     */
    public static HoldsWatermarks of(Component instance, BiConsumer<String, Throwable> broken) {
        return instance instanceof HoldsWatermarks bolt ? new WatermarkHold(bolt, broken) : NONE;
    }

    @Override
    public void watermark(Runnable pass) {
        try {
            bolt.watermark(pass);
        } catch (Throwable e) {
            broken.accept("watermark", e);
        }
    }

    @Override
    public int held() {
        try {
            return bolt.held();
        } catch (Throwable e) {
            broken.accept("held", e);
            return 0;
        }
    }

    @Override
    public boolean waitsForCalls() {
        try {
            return bolt.waitsForCalls();
        } catch (Throwable e) {
            broken.accept("waitsForCalls", e);
            return true;
        }
    }
}
