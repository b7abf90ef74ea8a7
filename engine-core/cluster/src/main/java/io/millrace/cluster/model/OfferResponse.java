// SPDX-License-Identifier: Apache-2.0
package io.millrace.cluster.model;

/** The answer to an offered file, or to the request to keep a file: whether it is stored already. */
public record OfferResponse(boolean here) {}
