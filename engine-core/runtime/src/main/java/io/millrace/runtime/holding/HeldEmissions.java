package io.millrace.runtime.holding;

import io.millrace.api.Component;
import io.millrace.api.HoldsWatermarks;
import java.util.function.BiConsumer;

/** What a bolt says of inputs of which it still emits something. Confined to the thread of the task's executor. */
public final class HeldEmissions implements HoldsWatermarks {

    private final HoldsWatermarks bolt;
    private final BiConsumer<String, Throwable> broken;

    private HeldEmissions(HoldsWatermarks bolt, BiConsumer<String, Throwable> broken) {
        this.bolt = bolt;
        this.broken = broken;
    }

    /** Of a bolt that emits nothing for an input after {@code execute} has returned. */
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
     * Returns what a bolt says; of one that emits nothing for an input after {@code execute} has returned, that it holds nothing.
     *
     * @param broken takes what a method of the bolt throws: its task cannot go on
     */
    public static HoldsWatermarks of(Component instance, BiConsumer<String, Throwable> broken) {
        return instance instanceof HoldsWatermarks bolt ? new HeldEmissions(bolt, broken) : NONE;
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
