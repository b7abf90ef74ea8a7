package io.millrace.runtime.engine;

/**
 * A tuple that an engine emits.
 *
 * @param anchored whether it belongs to the tree of its message
 */
record Emission(String stream, boolean anchored, Object[] values) {

    /** Returns how much memory its large values take. */
    long bytes() {
        long bytes = 0;
        for (Object value : values) {
            if (value instanceof byte[] array) {
                bytes += array.length;
            } else if (value instanceof String text) {
                bytes += text.length();
            }
        }
        return bytes;
    }
}
