// SPDX-License-Identifier: Apache-2.0
/** The engine whose workers are threads of the service that embeds it. */
package io.millrace.runtime.embedded;
