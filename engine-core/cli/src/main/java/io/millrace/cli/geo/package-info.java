/** The texts of {@code millrace geo}. */
package io.millrace.cli.geo;
