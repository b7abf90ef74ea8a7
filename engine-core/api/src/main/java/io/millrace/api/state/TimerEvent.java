// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.state;

import java.util.List;

/**
 * A timer that has fired.
 *
 * @param key the values of the grouping's fields; whole numbers are a Long, others a Double
 * @param millis the time for which it was set, since 1970
 * @param eventTime whether that is an event time
 */
public record TimerEvent(List<Object> key, long millis, boolean eventTime) {}
