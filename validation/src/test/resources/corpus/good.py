"""eval("1") and os.system("ls") are only words here."""
import ast
import os
import subprocess
import yaml
import pickle


# eval(text) in a comment, exec too, pickle.loads(data)
def harmless(text, data, node):
    print("eval(text)", 'os.system("x")')
    ast.literal_eval(text)
    node.eval()
    self_evaluate(text)
    evaluate(text)
    model.exec_time(text)
    os.path.join("a", text)
    subprocess.run(["ls", text])
    subprocess.run(["ls"], shell=False)
    subprocess.Popen(["ls"], stdout=subprocess.PIPE)
    yaml.safe_load(text)
    tempfile.mkstemp()
    yaml.load(text, Loader=yaml.SafeLoader)
    pickle.dumps(data)
    re.compile(text)
    importlib.import_module("json")
    return eval("1 + 1")


password = os.environ["PASSWORD"]
password = getpass.getpass()
token = "changeme-please"
prefixes = ["ghp_", "glpat-", "xoxb-", "sk_live_", "AIza", "eyJ"]
api_key = "<your-api-key>"
secret = f"{prefix}-{suffix}"
PASSWORD_FIELD = "password"
token_url = "https://login.test/token"
if password == "correct horse":
    pass
# password = "hunter2hunter2"
