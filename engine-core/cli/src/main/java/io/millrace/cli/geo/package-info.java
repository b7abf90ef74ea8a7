// SPDX-License-Identifier: Apache-2.0
/** The texts of {@code millrace geo}. */
package io.millrace.cli.geo;
