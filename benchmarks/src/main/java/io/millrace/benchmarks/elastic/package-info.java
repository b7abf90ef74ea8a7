// SPDX-License-Identifier: Apache-2.0
/** How the number of a component's engines follows a load that changes. */
package io.millrace.benchmarks.elastic;
