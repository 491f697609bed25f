package dev.holdfast.devstack;

/** The ports of a stack, and the variables that move them. */
enum PortName {
    POSTGRES("HOLDFAST_POSTGRES_PORT", 5433),
    S3("HOLDFAST_S3_PORT", 9900),
    TEMPORAL("HOLDFAST_TEMPORAL_PORT", 7233),
    TEMPORAL_UI("HOLDFAST_TEMPORAL_UI_PORT", 8233),
    TEMPORAL_HTTP("HOLDFAST_TEMPORAL_HTTP_PORT", 7243),
    API("HOLDFAST_API_PORT", 8420),
    WORKER("HOLDFAST_WORKER_PORT", 8421);

    private final String variable;
    private final int usual;

    PortName(String variable, int usual) {
        this.variable = variable;
        this.usual = usual;
    }

    String variable() {
        return variable;
    }

    int usual() {
        return usual;
    }
}
