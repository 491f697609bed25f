/** Runtime.getRuntime().exec(text) is only a word here. */
class Good {
    private static final String PASSWORD_FIELD = "password";
    private final String token = System.getenv("TOKEN");

    // new ObjectInputStream(in)
    void harmless(String text, java.util.concurrent.Executor executor) throws Exception {
        String word = "new ProcessBuilder(\"sh\", \"-c\", text)";
        new ProcessBuilder("ls", text).start();
        new ProcessBuilder(java.util.List.of("git", "status")).start();
        Class.forName("org.postgresql.Driver");
        executor.execute(() -> {});
        statement.executeQuery(text);
        vehicle.halt(1);
        System.out.println(word + evaluate(text));
    }
}
