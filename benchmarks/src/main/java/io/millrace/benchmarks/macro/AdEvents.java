// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * The events of the Yahoo Streaming Benchmark, made in advance: lines of user, page, ad, the kinds of ad and event, and
 * an address; every third is a view. They are lines and not JSON, since a parser of JSON is no part of an engine.
 */
public final class AdEvents {

    /** The kinds of events, which come in turn. */
    public static final int KINDS = 3;

    /** The length of a window of event time. */
    public static final long WINDOW_MILLIS = 10_000;

    private static final int ADS = 1_000;
    private static final int CAMPAIGNS = 100;
    private static final int COUNT = KINDS << 10;
    private static final String VIEW = "view";
    private static final String[] EVENTS = {VIEW, "click", "purchase"};
    private static final String[] AD_KINDS = {"banner", "modal", "sponsored-search", "mail", "mobile"};
    private static final int AD = 2;
    private static final int EVENT = 4;

    private static final Map<String, String> CAMPAIGN_OF_AD = new HashMap<>();

    static {
        for (int ad = 0; ad < ADS; ad++) {
            CAMPAIGN_OF_AD.put("ad" + ad, "campaign" + ad % CAMPAIGNS);
        }
    }

    private final String[] lines = new String[COUNT];
    private int next;

    AdEvents(int source) {
        SplittableRandom random = new SplittableRandom(source + 1);
        for (int i = 0; i < COUNT; i++) {
            lines[i] = String.join(
                    ",",
                    Long.toHexString(random.nextLong()),
                    Long.toHexString(random.nextLong()),
                    "ad" + random.nextInt(ADS),
                    AD_KINDS[random.nextInt(AD_KINDS.length)],
                    EVENTS[i % KINDS],
                    "1.2.3." + random.nextInt(256));
        }
    }

    String next() {
        String line = lines[next];
        next = next + 1 == COUNT ? 0 : next + 1;
        return line;
    }

    /** Parses an event and returns its ad; null if it is no view. */
    public static String viewedAd(String line) {
        String[] part = line.split(",");
        return part[EVENT].equals(VIEW) ? part[AD] : null;
    }

    /** Looks up the campaign to which an ad belongs. */
    public static String campaignOf(String ad) {
        return CAMPAIGN_OF_AD.get(ad);
    }

    /** The event time of an event that is due at this time, in milliseconds of the same clock. */
    public static long millis(long dueNanos) {
        return TimeUnit.NANOSECONDS.toMillis(dueNanos);
    }
}
