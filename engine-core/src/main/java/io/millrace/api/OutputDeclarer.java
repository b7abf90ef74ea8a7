package io.millrace.api;

/** Takes the streams that a component declares. */
public interface OutputDeclarer {

    /** Declares the default stream with these fields. */
    void declare(String... fields);

    /** Declares a named stream. */
    void declareStream(String stream, String... fields);

    /** Declares a stream whose tuples name their target task; consumers must use direct grouping. */
    void declareDirect(String stream, String... fields);
}
