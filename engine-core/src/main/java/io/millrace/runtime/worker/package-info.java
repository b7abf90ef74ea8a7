/** One worker as the cluster sees it: what it is told, what it tells, and its life. */
package io.millrace.runtime.worker;
