// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.geo;

/** What is between the sites beside a round trip of 100 ms and 20 Mbit/s for each pair of hosts. */
enum Conditions {
    PLAIN,
    /** Round trips of 100, 110, 120, 140, 160 and 200 ms by the routes. */
    DIFFERENT,
    /** Delays that vary by up to 5 ms each way. */
    JITTER,
    /** All pairs share 20 Mbit/s. */
    SHARED,
    /** One packet of 100 is lost between the source and the target, and TCP's congestion control is reno. */
    LOSS
}
