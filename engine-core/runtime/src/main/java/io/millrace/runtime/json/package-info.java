// SPDX-License-Identifier: Apache-2.0
/**
 * JSON and records: the only place where engine-core reads and writes JSON. It uses only Jackson's streaming core,
 * because data binding would slow the start of each worker (decision 043). Stateless; any thread may call it.
 */
package io.millrace.runtime.json;
