// SPDX-License-Identifier: Apache-2.0
package io.millrace.api;

/** A bolt of this package whose default stream has the fields of its inputs, and which has no other stream. */
public interface ForwardsFields {}
