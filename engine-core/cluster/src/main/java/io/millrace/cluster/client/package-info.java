// SPDX-License-Identifier: Apache-2.0
/** The client of a cluster's REST interface, for commands and the embedded engine. Any thread may call. */
package io.millrace.cluster.client;
