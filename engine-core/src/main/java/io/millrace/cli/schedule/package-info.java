/** How {@code millrace schedule} reads problems and shows answers. One thread calls. */
package io.millrace.cli.schedule;
