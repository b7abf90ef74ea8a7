// SPDX-License-Identifier: Apache-2.0
// Finds exceptions with their stacks in the lines of a log.

const FRAME = /^\s+(at |\.\.\. \d+)/;
const CAUSE = /^(Caused by: |\s+Suppressed: )/;
const THROWN = /^[\w$.]+(Exception|Error|Throwable)\b/;

/** Returns [{head, stack}], the oldest first. A stack belongs to the line before it. */
export function stacks(lines) {
  const found = [];
  for (let i = 1; i < lines.length; i++) {
    if (!FRAME.test(lines[i])) {
      continue;
    }
    let start = i - 1;
    let end = i;
    while (end + 1 < lines.length && (FRAME.test(lines[end + 1]) || CAUSE.test(lines[end + 1]))) {
      end++;
    }
    // The exception has a line of its own below the message
    const head = start > 0 && THROWN.test(lines[start]) ? start - 1 : start;
    found.push({head: lines[head], stack: lines.slice(head + 1, end + 1)});
    i = end;
  }
  return found;
}
