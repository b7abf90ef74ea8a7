// SPDX-License-Identifier: Apache-2.0
/** A topology whose heavy work is done by programs in Python. */
package io.millrace.examples.engines;
