import os
import os as operating
import pickle
import subprocess
import subprocess as sp
import requests
import tempfile
import yaml
from os import system
from os import popen as start
from pickle import loads as unpack
from subprocess import run, Popen


def dangerous(text, data, url):
    eval(text)  # want: py-eval
    value = eval("1 + " + text)  # want: py-eval
    exec(text)  # want: py-exec
    exec("import os")  # want: py-exec
    compile(text, "x", "exec")  # want: py-compile
    __import__(text)  # want: py-import
    os.system("ls " + text)  # want: py-os-system
    operating.system(text)  # want: py-os-system
    system(text)  # want: py-os-system
    start(text)  # want: py-os-system
    os.popen(text)  # want: py-os-system
    os.execvp(text, [])  # want: py-os-system
    pickle.loads(data)  # want: py-pickle
    pickle.load(data)  # want: py-pickle
    unpack(data)  # want: py-pickle
    subprocess.run(text, shell=True)  # want: py-subprocess-shell
    sp.check_output(text, shell = True)  # want: py-subprocess-shell
    run(  # want: py-subprocess-shell
        text,
        shell=True,
    )
    Popen(text, stdout=None, shell=True)  # want: py-subprocess-shell
    subprocess.getoutput(text)  # want: py-subprocess-shell
    yaml.load(text)  # want: py-yaml-load
    requests.get(url, verify=False)  # want: py-tls
    tempfile.mktemp()  # want: py-tempfile
    getattr(os, "system")(text)  # missed: the name is in a text
    return [eval(part) for part in text]  # want: py-eval


password = "tr0ub4dor&3"  # want: secret-hard-coded
config = {"api_key": "9f8e7d6c5b4a3210"}  # want: secret-hard-coded
connect(host="db", password="s3cr3t-v4lue")  # want: secret-hard-coded
github = "ghp_Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2"  # want: secret-github-token
gitlab = "glpat-Q7w6E5r4T3y2U1i0O9p8"  # want: secret-gitlab-token
slack = "xoxb-9876543210-AbCdEfGhIj"  # want: secret-slack-token
stripe = "sk_live_Q7w6E5r4T3y2U1i0O9p8A7s6"  # want: secret-stripe-key
google = "AIzaQ7w6E5r4T3y2U1i0O9p8A7s6D5f4G3h2J1k"  # want: secret-google-key
signed = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJlLW9mLW5vdGhpbmc"  # want: secret-jwt
url = "postgres://admin:p4ssw0rd@db/x"  # want: secret-url-password
