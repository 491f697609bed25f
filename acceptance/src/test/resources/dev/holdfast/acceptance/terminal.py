"""Sits at a terminal of its own: terminal.py SCRIPT PROGRAM ARGUMENT...

The script has lines of what to do: "expect TEXT" waits for it on the screen, "type TEXT" presses keys (\\n, \\x03),
"size ROWS COLUMNS" resizes, "kill" ends the program without a word. The screen goes to stdout; the exit code is the program's, or 99 when a text did not come.
"""
import fcntl, os, pty, select, signal, struct, sys, termios, time

script, command = open(sys.argv[1]).read().splitlines(), sys.argv[2:]
child, terminal = pty.fork()
if child == 0:
    os.execvp(command[0], command)

def resize(rows, columns):
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

screen = b""

def read(seconds):
    global screen
    if select.select([terminal], [], [], seconds)[0]:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            return False
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        screen += data
        return bool(data)
    return True

resize(24, 80)
for line in script:
    what, _, rest = line.partition(" ")
    if what == "expect":
        deadline, wanted = time.time() + 120, rest.encode()
        while wanted not in screen:
            if time.time() > deadline or not read(1):
                print("\nnot seen: " + rest)
                os.kill(child, signal.SIGKILL)
                sys.exit(99)
        screen = screen[screen.index(wanted) + len(wanted):]
    elif what == "type":
        os.write(terminal, rest.encode().decode("unicode_escape").encode("latin-1"))
    elif what == "size":
        resize(*map(int, rest.split()))
    elif what == "kill":
        os.kill(child, signal.SIGKILL)
while read(1):
    pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
