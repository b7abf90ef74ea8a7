// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A part of a page that is made of lines: what is measured, and what is read out of the lines. */
public interface Section {

    /** By which its place on a page is known. */
    String name();

    /** What it shows, in sentences. */
    String text();

    /** What measures it. */
    String command();

    /** The lines that it is read out of. */
    List<JsonNode> own(Lines lines);

    /** What its picture is called; empty if it has none. */
    default String picture() {
        return "";
    }

    /** The panels of its picture. At least one line is there, not necessarily all. */
    default List<Panel> panels(Lines lines) {
        return List.of();
    }

    List<Bar> bars(Lines lines);

    /** What was measured, in Markdown: labels, and figures that lines have, or medians of them. */
    String tables(Lines lines);
}
