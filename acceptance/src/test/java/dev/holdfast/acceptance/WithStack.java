package dev.holdfast.acceptance;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives every test class the same stack, which is started for the first and stopped after the last. */
final class WithStack implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == StackUnderTest.class;
    }

    @Override
    public StackUnderTest resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.GLOBAL)
                .computeIfAbsent(StackUnderTest.class, type -> StackUnderTest.start(), StackUnderTest.class);
    }
}
