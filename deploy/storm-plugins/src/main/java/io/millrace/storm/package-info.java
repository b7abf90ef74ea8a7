// SPDX-License-Identifier: Apache-2.0
/**
 * What a cluster of Apache Storm names in its settings: {@link io.millrace.storm.RingContext} for
 * {@code storm.messaging.transport}, {@link io.millrace.storm.TrafficScheduler} for {@code storm.scheduler}.
 */
package io.millrace.storm;
