// SPDX-License-Identifier: Apache-2.0
package io.millrace.runtime.geo.gate;

/** The target of channels between sites: a worker, and the region of its node. */
public record GeoTarget(String worker, String region) {}
