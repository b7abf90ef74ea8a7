// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.ring;

import io.millrace.cli.terminal.Columns;
import io.millrace.cli.terminal.Format;
import io.millrace.ipc.ring.RingSnapshot;
import io.millrace.ipc.ring.SlotCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The text of ring readings. */
public final class RingText {

    private static final double MEGA = 1e6;
    private static final String LINE = "%11s %11s %9s %6s %9s %9s %9s %9s %9s %9s %9s";

    private RingText() {}

    public static List<String> summary(String path, RingSnapshot ring) {
        List<String> lines = new ArrayList<>();
        lines.add(path);
        lines.add("ring       " + bytes(ring.capacityBytes()) + ", window " + bytes(ring.windowBytes()) + ", "
                + ring.producers().size() + " of " + ring.maxProducers() + " slots taken, "
                + fill(ring) + " full");
        lines.add("consumer   " + consumer(ring) + (ring.consumerWaiting() ? ", waits at its doorbell" : "")
                + (ring.consumerRestarts() > 0 ? ", taken over " + ring.consumerRestarts() + " times" : ""));
        lines.add("written    " + count(ring.commits()) + " records of " + count(ring.claims()) + " claimed, "
                + count(ring.aborts()) + " aborted, " + count(ring.bytes()) + " bytes, "
                + count(ring.fullEvents()) + " times full, " + count(ring.claimRetries()) + " retries");
        lines.add("read       " + count(ring.messagesRead()) + " messages, " + count(ring.bytesRead()) + " bytes, "
                + count(ring.windowSkips()) + " passed over, " + count(ring.wakeUps()) + " producers woken");
        lines.add("lost       " + count(ring.abandoned()) + " claims of the dead, " + count(ring.droppedFragmented())
                + " messages in part, " + count(ring.corruptRecords()) + " damaged records");
        lines.add("owners     " + count(ring.probes()) + " probes, " + count(ring.retiredSlots()) + " slots retired");
        lines.add("");
        lines.addAll(producers(ring));
        return lines;
    }

    private static List<String> producers(RingSnapshot ring) {
        if (ring.producers().isEmpty()) {
            return List.of("no producers");
        }
        return new Columns<SlotCounters>()
                .add("SLOT", SlotCounters::slot)
                .add("PID", slot -> slot.pid() == 0 ? "-" : slot.pid())
                .add("STATE", slot -> slot.holder().name().toLowerCase(Locale.ROOT))
                .add("ANNOUNCED", slot -> slot.announced() < 0 ? "-" : slot.announced())
                .add("CLAIMS", slot -> count(slot.claims()))
                .add("COMMITS", slot -> count(slot.commits()))
                .add("ABORTS", slot -> count(slot.aborts()))
                .add("BYTES", slot -> count(slot.bytes()))
                .add("FULL", slot -> count(slot.fullEvents()))
                .add("RETRIES", slot -> count(slot.claimRetries()))
                .add("REGISTRATION", SlotCounters::registration)
                .lines(ring.producers());
    }

    public static String heading() {
        return String.format(
                LINE,
                "commits/s",
                "read/s",
                "MB/s",
                "fill",
                "producers",
                "skips/s",
                "full/s",
                "retries/s",
                "wakes/s",
                "abandoned",
                "corrupt");
    }

    public static String line(RingReport report) {
        RingRates rates = report.perSecond();
        RingSnapshot ring = report.totals();
        return String.format(
                LINE,
                rate(rates.commits()),
                rate(rates.messagesRead()),
                megabytes(rates.bytesRead()),
                fill(ring),
                ring.producers().size(),
                rate(rates.windowSkips()),
                rate(rates.fullEvents()),
                rate(rates.claimRetries()),
                rate(rates.wakeUps()),
                count(ring.abandoned()),
                count(ring.corruptRecords()));
    }

    public static List<String> table(List<RingReport> reports) {
        return new Columns<RingReport>()
                .add("RING", RingReport::ring)
                .add("CONSUMER", report -> report.isOver() ? report.state() : consumer(report.totals()))
                .add("PRODUCERS", report -> report.totals().producers().size())
                .add("SIZE", report -> bytes(report.totals().capacityBytes()))
                .add("FILL", report -> fill(report.totals()))
                .add("COMMITS/S", report -> rate(report.perSecond().commits()))
                .add("READ/S", report -> rate(report.perSecond().messagesRead()))
                .add("MB/S", report -> megabytes(report.perSecond().bytesRead()))
                .add("SKIPS/S", report -> rate(report.perSecond().windowSkips()))
                .add("FULL/S", report -> rate(report.perSecond().fullEvents()))
                .add("ABANDONED", report -> count(report.totals().abandoned()))
                .add("CORRUPT", report -> count(report.totals().corruptRecords()))
                .lines(reports);
    }

    private static String consumer(RingSnapshot ring) {
        if (ring.closed()) {
            return "closed";
        }
        return (ring.consumerPid() == 0 ? "" : ring.consumerPid() + " ") + (ring.consumerAlive() ? "alive" : "dead");
    }

    private static String fill(RingSnapshot ring) {
        return String.format(Locale.ROOT, "%d%%", 100 * ring.usedBytes() / ring.capacityBytes());
    }

    private static String bytes(long bytes) {
        return bytes >= 1 << 20 && bytes % (1 << 20) == 0 ? (bytes >> 20) + " MiB" : (bytes >> 10) + " KiB";
    }

    private static String count(long value) {
        return Format.count(value);
    }

    private static String rate(double perSecond) {
        return Format.count(Math.round(perSecond));
    }

    private static String megabytes(double perSecond) {
        return Format.decimal(perSecond / MEGA, 1);
    }
}
