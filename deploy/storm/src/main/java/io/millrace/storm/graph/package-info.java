// SPDX-License-Identifier: Apache-2.0
/** A topology of Storm as data: its components, and the names of its streams. It depends on Storm alone. */
package io.millrace.storm.graph;
