package io.millrace.api.metrics;

/** The names of the counters, gauges and timers of a task's engines. Public for the engine only. */
public final class EngineMeterNames {

    public static final String MIN = "engines.min";
    public static final String MAX = "engines.max";
    public static final String ALL = "engines.all";
    public static final String FREE = "engines.free";
    public static final String BUSY_SHARE = "engines.busy.share";
    public static final String SERVICE = "engines.service";
    public static final String BY_TOKEN = "engines.messages.by.token";
    public static final String BY_QUEUE = "engines.messages.by.queue";
    public static final String STARTS = "engines.starts";
    public static final String DEATHS = "engines.deaths";
    public static final String DEAD_MESSAGES = "engines.dead.messages";

    private EngineMeterNames() {}
}
