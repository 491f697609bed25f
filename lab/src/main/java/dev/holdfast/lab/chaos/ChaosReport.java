package dev.holdfast.lab.chaos;

import dev.holdfast.contract.ContractJson;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/** All rounds, for a person as one table and for a program as one object. */
record ChaosReport(long seed, List<RoundReport> rounds) {
    private static final String ROW = "%-3s %-38s %6s %6s %8s %7s %5s %6s %10s %10s%n";

    boolean holds() {
        return rounds.stream()
                .allMatch(round -> round.healed() && round.findings().isEmpty());
    }

    void printTable(PrintStream out) {
        out.printf(ROW, "#", "fault", "rounds", "tasks", "orphans", "doubles", "lost", "false", "p50 ms", "p99 ms");
        Map<Integer, List<RoundReport>> byFault = new TreeMap<>();
        rounds.forEach(round -> byFault.computeIfAbsent(round.fault(), fault -> new ArrayList<>())
                .add(round));
        byFault.forEach(
                (fault, same) -> row(out, fault.toString(), same.getFirst().title(), same));
        row(out, "", "all", rounds);
    }

    private static void row(PrintStream out, String number, String title, List<RoundReport> rounds) {
        List<Long> recoveries = recoveries(rounds);
        out.printf(
                ROW,
                number,
                title,
                rounds.size(),
                rounds.stream().mapToInt(RoundReport::tasks).sum(),
                sum(rounds, findings -> findings.orphans().size()),
                sum(rounds, findings -> findings.doubleExecutions().size()),
                sum(rounds, findings -> findings.lostRows().size()),
                sum(rounds, findings -> findings.falseOutcomes().size()),
                percentile(recoveries, 50),
                percentile(recoveries, 99));
    }

    void printJson(PrintStream out) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("seed", seed);
        all.put("holds", holds());
        all.put("orphans", sum(rounds, findings -> findings.orphans().size()));
        all.put(
                "doubleExecutions",
                sum(rounds, findings -> findings.doubleExecutions().size()));
        all.put("lostRows", sum(rounds, findings -> findings.lostRows().size()));
        all.put(
                "falseOutcomes",
                sum(rounds, findings -> findings.falseOutcomes().size()));
        all.put("recoveryP50Ms", percentile(recoveries(rounds), 50));
        all.put("recoveryP99Ms", percentile(recoveries(rounds), 99));
        all.put("rounds", rounds);
        out.println(ContractJson.LENIENT.writeValueAsString(all));
    }

    private static int sum(List<RoundReport> rounds, ToIntFunction<Findings> count) {
        return rounds.stream().map(RoundReport::findings).mapToInt(count).sum();
    }

    private static List<Long> recoveries(List<RoundReport> rounds) {
        List<Long> all = new ArrayList<>();
        rounds.forEach(round -> all.addAll(round.recoveryMs()));
        Collections.sort(all);
        return all;
    }

    /** The smallest value that so many percent do not exceed; absent values are told as a dash. */
    private static String percentile(List<Long> sorted, int percent) {
        if (sorted.isEmpty()) {
            return "-";
        }
        int index = (int) Math.ceil(sorted.size() * percent / 100.0) - 1;
        return sorted.get(Math.max(0, index)).toString();
    }
}
