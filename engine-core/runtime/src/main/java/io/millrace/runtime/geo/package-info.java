// SPDX-License-Identifier: Apache-2.0
/**
 * Views of the channels between sites: the reports of their ends, one view of both ends, and other settings that a
 * channel could have. None of this runs where tuples pass.
 */
package io.millrace.runtime.geo;
