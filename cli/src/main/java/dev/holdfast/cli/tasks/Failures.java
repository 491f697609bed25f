package dev.holdfast.cli.tasks;

import dev.holdfast.cli.CommandFailure;
import dev.holdfast.client.HoldfastException;
import dev.holdfast.contract.InvalidFieldException;
import java.util.function.Supplier;

/** One line that says what is wrong and what to do next. */
public final class Failures {
    private Failures() {}

    public static <T> T explained(Supplier<T> call) {
        try {
            return call.get();
        } catch (InvalidFieldException wrong) {
            throw failure(String.valueOf(wrong.getMessage()), wrong);
        } catch (HoldfastException failure) {
            throw failure(advice(failure), failure);
        }
    }

    private static String advice(HoldfastException failure) {
        String said = String.valueOf(failure.getMessage());
        if (failure instanceof HoldfastException.Unreachable) {
            return said + " Start it with './holdfast up', or name another by HOLDFAST_API_URL.";
        }
        if (failure instanceof HoldfastException.Refused) {
            return said + "; set HOLDFAST_API_TOKEN";
        }
        if (failure instanceof HoldfastException.NotFound) {
            return said + "; 'holdfast ps -a' lists all";
        }
        return said;
    }

    private static CommandFailure failure(String message, Exception cause) {
        CommandFailure failure = new CommandFailure(message);
        failure.initCause(cause);
        return failure;
    }
}
