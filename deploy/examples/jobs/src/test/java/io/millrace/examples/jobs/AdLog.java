// SPDX-License-Identifier: Apache-2.0
package io.millrace.examples.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;

/** Seeded events of {@link AdViews}, a second of event time each, and their sequential count per campaign and window. */
final class AdLog {

    static final int CAMPAIGNS = 10;

    private static final int ADS = 100;
    private static final long WINDOW_MILLIS = 10_000;
    private static final List<String> TYPES = List.of("view", "click", "purchase");
    private static final String EVENT =
            "{\"user_id\": \"%s\", \"page_id\": \"%s\", \"ad_id\": \"%s\", \"ad_type\": \"banner\","
                    + " \"event_type\": \"%s\", \"event_time\": \"%d\", \"ip_address\": \"1.2.3.4\"}";

    private final SplittableRandom random = new SplittableRandom(42);
    private final List<String> ads = new ArrayList<>();
    private final Map<String, Long> counts = new TreeMap<>();

    AdLog() {
        for (int ad = 0; ad < ADS; ad++) {
            ads.add(uuid());
        }
    }

    private String uuid() {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /** Returns the lines of the file of ads. */
    String[] campaigns() {
        return ads.stream().map(ad -> ad + "," + campaignOf(ad)).toArray(String[]::new);
    }

    private String campaignOf(String ad) {
        return "campaign" + ads.indexOf(ad) % CAMPAIGNS;
    }

    /** Returns events of a second, and counts them. */
    String[] second(long second, int events) {
        String[] lines = new String[events];
        for (int i = 0; i < events; i++) {
            String ad = ads.get(random.nextInt(ADS));
            String type = TYPES.get(random.nextInt(TYPES.size()));
            long time = 1_000 * second + random.nextInt(1_000);
            lines[i] = String.format(EVENT, uuid(), uuid(), ad, type, time);
            if (type.equals("view")) {
                long from = time - time % WINDOW_MILLIS;
                counts.merge(campaignOf(ad) + "\t" + from + "\t" + (from + WINDOW_MILLIS), 1L, Long::sum);
            }
        }
        return lines;
    }

    /** Returns an event that no campaign counts, and that lets all windows end which begin before its time. */
    String end(long second) {
        return String.format(EVENT, uuid(), uuid(), uuid(), "view", 1_000 * second);
    }

    /** Returns a line for each campaign and window: names, beginning, end and views. */
    List<String> counted() {
        return counts.entrySet().stream()
                .map(each -> each.getKey() + "\t" + each.getValue())
                .toList();
    }

    /** Returns lines of results without the time of the last update. */
    static List<String> withoutUpdates(List<String> results) {
        return results.stream()
                .map(line -> line.substring(0, line.lastIndexOf('\t')))
                .sorted()
                .toList();
    }
}
