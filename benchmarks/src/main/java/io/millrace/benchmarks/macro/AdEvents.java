// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.macro;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The events of the Yahoo Streaming Benchmark, made in advance: lines of user, page, ad, the kinds of ad and event, and
 * an address; every third is a view. {@link Shape#YAHOO} has them as lines split at commas, {@link Shape#YAHOO_JSON} as
 * JSON, where users, pages, ads and campaigns are UUIDs and the time of the event is a field.
 */
public final class AdEvents {

    /** The kinds of events, which come in turn. */
    public static final int KINDS = 3;

    /** The length of a window of event time. */
    public static final long WINDOW_MILLIS = 10_000;

    private static final int ADS = 1_000;
    private static final int CAMPAIGNS = 100;
    private static final int COUNT = KINDS << 10;
    static final String VIEW = "view";
    private static final String[] EVENTS = {VIEW, "click", "purchase"};
    private static final String[] AD_KINDS = {"banner", "modal", "sponsored-search", "mail", "mobile"};
    private static final int AD = 2;
    private static final int EVENT = 4;

    private static final Map<String, String> CAMPAIGN_OF_AD = new HashMap<>();
    private static final String[] AD_IDS = new String[ADS];

    static {
        SplittableRandom random = new SplittableRandom(0);
        String[] campaigns = new String[CAMPAIGNS];
        for (int ad = 0; ad < ADS; ad++) {
            int campaign = ad % CAMPAIGNS;
            CAMPAIGN_OF_AD.put("ad" + ad, "campaign" + campaign);
            if (ad < CAMPAIGNS) {
                campaigns[campaign] = uuid(random);
            }
            AD_IDS[ad] = uuid(random);
            CAMPAIGN_OF_AD.put(AD_IDS[ad], campaigns[campaign]);
        }
    }

    private final String[] lines = new String[COUNT];
    private final int[] ads = new int[COUNT];

    private static final String BEFORE_TIME = "\"event_time\": \"";
    private static final int NANOS_OF_MILLI = 1_000_000;

    /** JSON before the time and behind it. */
    private final String[] heads = new String[COUNT];

    private final String[] tails = new String[COUNT];
    private int next;

    /** @param source from 0 */
    public AdEvents(int source) {
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
        for (int i = 0; i < COUNT; i++) {
            ads[i] = random.nextInt(ADS);
            heads[i] = String.format(
                    "{\"user_id\": \"%s\", \"page_id\": \"%s\", \"ad_id\": \"%s\", \"ad_type\": \"%s\","
                            + " \"event_type\": \"%s\", %s",
                    uuid(random),
                    uuid(random),
                    AD_IDS[ads[i]],
                    AD_KINDS[random.nextInt(AD_KINDS.length)],
                    EVENTS[i % KINDS],
                    BEFORE_TIME);
            tails[i] = "\", \"ip_address\": \"1.2.3." + random.nextInt(256) + "\"}";
        }
    }

    private static String uuid(SplittableRandom random) {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /** The event of a number as JSON. */
    String json(long number, long millis) {
        int index = (int) (number % COUNT);
        return heads[index] + millis + tails[index];
    }

    /** The event of a number as JSON, whose time has a fraction, so that {@link #dueNanos} is in it. */
    public String jsonDue(long number, long dueNanos) {
        int index = (int) (number % COUNT);
        String fraction = Long.toString(NANOS_OF_MILLI + dueNanos % NANOS_OF_MILLI);
        return heads[index] + millis(dueNanos) + "." + fraction.substring(1) + tails[index];
    }

    /**
     * Finds the time in an event of {@link #jsonDue}. A source needs it before the event is read as a whole: for
     * watermarks, and to tell how late the event is.
     */
    static long dueNanos(String json) {
        int from = json.lastIndexOf(BEFORE_TIME) + BEFORE_TIME.length();
        int point = json.indexOf('.', from);
        int end = json.indexOf('"', from);
        return TimeUnit.MILLISECONDS.toNanos(Long.parseLong(json, from, point, 10))
                + Long.parseLong(json, point + 1, end, 10);
    }

    /** The campaign of the event of a number as JSON; null if it is no view. */
    String viewedCampaign(long number) {
        int index = (int) (number % COUNT);
        return index % KINDS == 0 ? campaignOf(AD_IDS[ads[index]]) : null;
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

    /** The begin of the window of an event time. */
    static long windowOf(long millis) {
        return millis - Math.floorMod(millis, WINDOW_MILLIS);
    }

    /** The event time of an event that is due at this time, in milliseconds of the same clock. */
    public static long millis(long dueNanos) {
        return TimeUnit.NANOSECONDS.toMillis(dueNanos);
    }
}
