// SPDX-License-Identifier: Apache-2.0
package io.millrace.api.config;

/** The regions between which tuples go by channels: {@link TopologyKeys#GEO}. */
public enum GeoMode {
    /** Tuples go by channels, except between regions whose measured round trip is shorter than 5 ms. */
    AUTO,
    /** Tuples go by channels between all regions. */
    ON,
    /** There are no channels: tuples go by connections, as they do within a region. */
    OFF
}
