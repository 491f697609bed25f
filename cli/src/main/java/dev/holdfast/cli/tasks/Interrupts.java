package dev.holdfast.cli.tasks;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Signals as calls. The JVM's signal API is not part of the standard, so it is reached by name; where it is missing Ctrl-C
 * ends this process and the task goes on.
 */
public final class Interrupts {
    private Interrupts() {}

    /** Calls {@code handler} with 1 at the first Ctrl-C, 2 at the second, and so on. */
    public static void handle(IntConsumer handler) {
        AtomicInteger count = new AtomicInteger();
        on("INT", () -> handler.accept(count.incrementAndGet()));
    }

    /** @param name such as {@code WINCH}: the terminal has another size */
    static void on(String name, Runnable handler) {
        try {
            Class<?> signal = Class.forName("sun.misc.Signal");
            Class<?> listener = Class.forName("sun.misc.SignalHandler");
            Object proxy = Proxy.newProxyInstance(
                    Interrupts.class.getClassLoader(), new Class<?>[] {listener}, (self, method, arguments) -> {
                        if (method.getName().equals("handle")) {
                            handler.run();
                        }
                        return null;
                    });
            signal.getMethod("handle", signal, listener)
                    .invoke(null, signal.getConstructor(String.class).newInstance(name), proxy);
        } catch (ReflectiveOperationException | IllegalArgumentException notHere) {
            // Without it nothing is lost but the convenience.
            return;
        }
    }
}
