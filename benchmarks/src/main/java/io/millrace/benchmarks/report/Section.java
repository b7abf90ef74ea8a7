// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmarks.report;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** A part of a page that is made of lines: what is measured, and what is read out of the lines. */
public interface Section {

    /** By which its place on a page is known. */
    String name();

    /** What its picture shows, in a phrase. */
    default String what() {
        return name();
    }

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

    /** The panels of its picture; none if another one draws it. At least one line is there, not necessarily all. */
    default List<Panel> panels(Lines lines) {
        return List.of();
    }

    List<Bar> bars(Lines lines);

    /** What was measured, in Markdown: labels, and numbers of lines, or medians of them. */
    String tables(Lines lines);

    /** JSON Pointers to the numbers of one of its lines that its tables may have, or medians of them. */
    default List<String> pointers(JsonNode line) {
        List<String> pointers = new ArrayList<>();
        line.path("result")
                .fieldNames()
                .forEachRemaining(figure ->
                        pointers.add("/result/" + figure.replace("~", "~0").replace("/", "~1")));
        return pointers;
    }
}
