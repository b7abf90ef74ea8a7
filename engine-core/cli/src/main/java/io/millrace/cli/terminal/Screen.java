// SPDX-License-Identifier: Apache-2.0
package io.millrace.cli.terminal;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Shows texts one after another: in place and cut to size on a terminal, below each other in a file. */
public final class Screen {

    private static final String HOME = "\u001b[H";
    private static final String ERASE_ALL = "\u001b[2J";
    private static final String ERASE_LINE_END = "\u001b[K";
    private static final String ERASE_BELOW = "\u001b[J";

    private final Terminal terminal;
    private final Supplier<Optional<ScreenSize>> size;
    private boolean begun;

    /** @param size the size of the screen, read before each text, as a terminal may be resized */
    public Screen(Terminal terminal, Supplier<Optional<ScreenSize>> size) {
        this.terminal = terminal;
        this.size = size;
    }

    public void show(List<String> lines) {
        if (terminal.interactive()) {
            redraw(lines);
        } else {
            if (begun) {
                terminal.line("");
            }
            lines.forEach(terminal::line);
        }
        begun = true;
    }

    private void redraw(List<String> lines) {
        Optional<ScreenSize> room = size.get();
        int columns = room.map(ScreenSize::columns).orElse(Integer.MAX_VALUE);
        // The last row stays free for the cursor, as a line break there would scroll.
        int rows = room.map(ScreenSize::rows).orElse(Integer.MAX_VALUE) - 1;
        boolean tooMany = lines.size() > rows;
        int shown = tooMany ? Math.max(0, rows - 1) : lines.size();
        StringBuilder text = new StringBuilder(begun ? HOME : HOME + ERASE_ALL);
        for (String line : lines.subList(0, shown)) {
            append(text, line, columns);
        }
        if (tooMany) {
            append(text, "... " + (lines.size() - shown) + " more lines than this window has", columns);
        }
        terminal.out().print(text.append(ERASE_BELOW));
        terminal.out().flush();
    }

    private static void append(StringBuilder text, String any, int columns) {
        String line = Visible.of(any);
        text.append(line, 0, Math.min(line.length(), columns))
                .append(ERASE_LINE_END)
                .append(System.lineSeparator());
    }
}
