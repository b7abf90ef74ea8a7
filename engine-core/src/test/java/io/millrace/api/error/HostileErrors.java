package io.millrace.api.error;

/** Errors that cannot be formatted as others can. Their names are the prefix of their class in texts. */
public enum HostileErrors {
    MESSAGE {
        @Override
        public RuntimeException make() {
            return new MessageThrows();
        }
    },
    TEXT {
        @Override
        public RuntimeException make() {
            return new TextThrows();
        }
    },
    CAUSE {
        @Override
        public RuntimeException make() {
            return new CauseThrows();
        }
    },
    ENDLESS {
        @Override
        public RuntimeException make() {
            return new EndlessCauses();
        }
    },
    CYCLE {
        @Override
        public RuntimeException make() {
            RuntimeException outer = new RuntimeException("outer");
            outer.initCause(new IllegalStateException("inner", outer));
            return outer;
        }
    },
    INNER {
        @Override
        public RuntimeException make() {
            return new RuntimeException("outer", new MessageThrows());
        }
    },
    SUPPRESSED {
        @Override
        public RuntimeException make() {
            RuntimeException outer = new RuntimeException("outer");
            outer.addSuppressed(new MessageThrows());
            return outer;
        }
    },
    NO_STACK {
        @Override
        public RuntimeException make() {
            return new NoStack();
        }
    },
    LONG {
        @Override
        public RuntimeException make() {
            return new RuntimeException("x".repeat(20_000_000));
        }
    };

    public abstract RuntimeException make();

    private static final class MessageThrows extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    private static final class TextThrows extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public String toString() {
            return toString() + toString();
        }
    }

    private static final class CauseThrows extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            throw new NoClassDefFoundError("a class of the cause");
        }
    }

    private static final class EndlessCauses extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public synchronized Throwable getCause() {
            return new EndlessCauses();
        }
    }

    private static final class NoStack extends RuntimeException {
        private static final long serialVersionUID = 1L;

        @Override
        public StackTraceElement[] getStackTrace() {
            return null;
        }
    }
}
