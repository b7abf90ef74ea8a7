/** The texts of {@code millrace engines}. Stateless; any thread may call. */
package io.millrace.cli.engines;
