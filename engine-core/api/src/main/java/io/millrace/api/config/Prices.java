// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The price of a gigabyte that leaves a region, by the region to which it goes: {@code REGION=MONEY}, and {@code
 * *=MONEY} for all others. Immutable.
 */
public final class Prices {

    /** The form of the text that {@link #read} takes. */
    public static final String RULE = "REGION=MONEY separated by commas, *=MONEY for all other regions";

    /** The form of an amount of money. */
    public static final String AMOUNT = "a number such as 0.09, at least 0";

    private static final String OTHERS = "*";

    private final Map<String, Double> byRegion;

    private Prices(Map<String, Double> byRegion) {
        this.byRegion = byRegion;
    }

    /** Reads a list. Throws {@link IllegalArgumentException} if the text is not a list of prices. */
    public static Prices read(String text) {
        Map<String, Double> prices = new LinkedHashMap<>();
        for (String entry : text.isBlank() ? new String[0] : text.split(",", -1)) {
            int equals = entry.indexOf('=');
            String region = equals < 0 ? "" : entry.substring(0, equals).strip();
            if (!region.equals(OTHERS) && !RegionNames.isName(region)) {
                throw new IllegalArgumentException("'" + entry + "' has no region: give " + RULE);
            }
            if (prices.put(region, amount(entry.substring(equals + 1).strip())) != null) {
                throw new IllegalArgumentException("region " + region + " has two prices: give one");
            }
        }
        return new Prices(prices);
    }

    public static boolean arePrices(String text) {
        read(text);
        return true;
    }

    /** Reads an amount of money. Throws {@link IllegalArgumentException} if the text is not an amount. */
    public static double amount(String text) {
        if (!text.matches("(0|[1-9][0-9]{0,8})(\\.[0-9]{1,9})?")) {
            throw new IllegalArgumentException("'" + text + "' is no amount: give " + AMOUNT);
        }
        return Double.parseDouble(text);
    }

    public static boolean isAmount(String text) {
        amount(text);
        return true;
    }

    /** Returns the price of a gigabyte (10^9 bytes) to a region; 0 if the region is not listed. */
    public double perGigabyte(String region) {
        return byRegion.getOrDefault(region, byRegion.getOrDefault(OTHERS, 0.0));
    }
}
