package io.millrace.connectors.files;

import io.millrace.api.Tuple;

/** Joins all values of a tuple. A value that would make two columns of one is refused. */
record JoinedFields(String separator) implements LineFormat {

    @Override
    public String line(Tuple input) {
        if (input.size() == 1) {
            return text(input, 0);
        }
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < input.size(); i++) {
            String text = text(input, i);
            if (text.contains(separator)) {
                throw new IllegalArgumentException("field " + name(input, i)
                        + " contains the separator: choose another separator, or give the sink a format");
            }
            line.append(i == 0 ? "" : separator).append(text);
        }
        return line.toString();
    }

    private static String text(Tuple input, int index) {
        Object value = input.get(index);
        if (value instanceof byte[]) {
            throw new IllegalArgumentException("field " + name(input, index) + " is a byte[]: give the sink a format");
        }
        return value == null ? "" : value.toString();
    }

    private static String name(Tuple input, int index) {
        return input.fields().names().get(index);
    }
}
