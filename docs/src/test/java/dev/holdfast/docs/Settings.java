package dev.holdfast.docs;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/** What can be set, read from the record that holds it: names and defaults from the class, words from its source. */
final class Settings {
    private static final Pattern RECORD = Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@[A-Za-z]+(?:\\([^)]*\\))?\\s*)*record (\\w+)\\(", Pattern.DOTALL);
    private static final Pattern PARAMETER = Pattern.compile("@param (\\w+) ((?:(?!@param).)*)", Pattern.DOTALL);

    private final Map<String, Map<String, String>> words;

    /** One line of the reference. */
    record Setting(String property, String variable, String type, String standard, String meaning) {}

    private Settings(Map<String, Map<String, String>> words) {
        this.words = words;
    }

    /** @param source of the record, relative to the repository */
    static List<Setting> of(String className, String source) throws IOException, ClassNotFoundException {
        List<Setting> found = new ArrayList<>();
        new Settings(words(Files.readString(Page.file(source)))).add("holdfast", Class.forName(className), found);
        return found;
    }

    private static Map<String, Map<String, String>> words(String source) {
        Map<String, Map<String, String>> words = new HashMap<>();
        Matcher records = RECORD.matcher(source);
        while (records.find()) {
            Map<String, String> parameters = new HashMap<>();
            Matcher parameter = PARAMETER.matcher(records.group(1));
            while (parameter.find()) {
                parameters.put(
                        parameter.group(1),
                        parameter.group(2).replaceAll("\\s*\\n\\s*\\*\\s*", " ").strip());
            }
            words.put(records.group(2), parameters);
        }
        return words;
    }

    private void add(String prefix, Class<?> record, List<Setting> found) {
        for (RecordComponent component : record.getRecordComponents()) {
            String property = prefix + "." + kebab(component.getName());
            if (component.getType().isRecord()) {
                add(property, component.getType(), found);
            } else {
                found.add(setting(property, component, record));
            }
        }
    }

    private Setting setting(String property, RecordComponent component, Class<?> record) {
        DefaultValue standard = component.getAnnotation(DefaultValue.class);
        if (standard == null) {
            standard = parameter(record, component);
        }
        String meaning = words.getOrDefault(record.getSimpleName(), Map.of()).getOrDefault(component.getName(), "");
        return new Setting(
                property,
                property.toUpperCase(Locale.ROOT).replace('.', '_').replace('-', '_'),
                component.getType().getSimpleName(),
                standard == null ? "" : String.join(", ", standard.value()),
                meaning.replaceAll("\\{@code ([^}]*)}", "`$1`").replace("|", "\\|"));
    }

    /** The annotation is for parameters, so a record has it on those of its constructor. */
    private static @Nullable DefaultValue parameter(Class<?> record, RecordComponent component) {
        for (var parameter : record.getDeclaredConstructors()[0].getParameters()) {
            if (parameter.getName().equals(component.getName())) {
                return parameter.getAnnotation(DefaultValue.class);
            }
        }
        return null;
    }

    private static String kebab(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}
