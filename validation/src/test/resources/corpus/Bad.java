import java.io.ObjectInputStream;

class Bad {
    private static final String PASSWORD = "Tr0ub4dor-3"; // want: secret-hard-coded

    void dangerous(String text, java.io.InputStream in) throws Exception {
        Runtime.getRuntime().exec(text); // want: java-exec
        Runtime runtime = Runtime.getRuntime();
        runtime.exec(new String[] {text}); // want: java-exec
        new ProcessBuilder("sh", "-c", text).start(); // want: java-shell
        new ProcessBuilder("/bin/bash", "-lc", text).start(); // want: java-shell
        new ObjectInputStream(in).readObject(); // want: java-deserialize
        new javax.script.ScriptEngineManager().getEngineByName("js").eval(text); // want: java-script
        Class.forName(text); // want: java-class-name
        System.loadLibrary(text); // want: java-native
        Runtime.getRuntime().halt(1); // want: java-exit
    }
}
