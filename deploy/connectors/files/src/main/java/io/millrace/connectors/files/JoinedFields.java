// SPDX-License-Identifier: Apache-2.0
package io.millrace.connectors.files;

import io.millrace.api.Tuple;

/** Joins all values of a tuple. A value that would make two columns of one is refused. */
record JoinedFields(String separator) implements LineFormat {

    @Override
    public String line(Tuple input) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < input.size(); i++) {
            Object value = input.get(i);
            if (value instanceof byte[]) {
                throw new IllegalArgumentException("field " + name(input, i) + " is a byte[]: give the sink a format");
            }
            String text = value == null ? "" : value.toString();
            if (input.size() > 1 && text.contains(separator)) {
                throw new IllegalArgumentException("field " + name(input, i)
                        + " contains the separator: choose another separator, or give the sink a format");
            }
            line.append(i == 0 ? "" : separator).append(text);
        }
        return line.toString();
    }

    private static String name(Tuple input, int index) {
        return input.fields().names().get(index);
    }
}
