// SPDX-License-Identifier: Apache-2.0
/** What a large value costs on its way from one task to another: time, copies and allocation per hop. */
package io.millrace.benchmarks.payload;
