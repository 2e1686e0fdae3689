"""Waits with select for its terminal and a pipe that never says anything; `WORD a+b` pauses after a partial line."""
import os, select, sys, time

quiet, _ = os.pipe()
PARTIAL = {"download": "Downloading 10%", "test": "Testing (1/2)", "check": "Checking: "}
while True:
    sys.stdout.write("ready> ")
    sys.stdout.flush()
    select.select([sys.stdin, quiet], [], [])
    word, _, numbers = sys.stdin.readline().strip().partition(" ")
    sys.stdout.write(PARTIAL.get(word, ""))
    sys.stdout.flush()
    # As a program at work does that also takes keys: it looks for them while it waits.
    ends = time.monotonic() + 1.5
    while (left := ends - time.monotonic()) > 0:
        select.select([sys.stdin, quiet], [], [], left)
    print(" done")
    print(sum(int(number) for number in numbers.split("+")))
