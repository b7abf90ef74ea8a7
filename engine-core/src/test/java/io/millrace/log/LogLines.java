package io.millrace.log;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/** The lines of one logger during each test, which go nowhere else meanwhile. */
public final class LogLines implements BeforeEachCallback, AfterEachCallback {

    private final Logger logger;
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    private LogLines(String logger) {
        this.logger = (Logger) LoggerFactory.getLogger(logger);
    }

    /** @param logger its name, that of a class */
    public static LogLines of(String logger) {
        return new LogLines(logger);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        log.start();
        logger.addAppender(log);
        logger.setAdditive(false);
    }

    @Override
    public void afterEach(ExtensionContext context) {
        logger.detachAppender(log);
        logger.setAdditive(true);
    }

    /** Returns what was logged until now. */
    public List<String> all() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    public void clear() {
        log.list.clear();
    }
}
