"""Asks while a thread of it works, as installers that fetch in the background do."""
import threading, time


def fetch():
    while True:
        time.sleep(0.05)


threading.Thread(target=fetch, daemon=True).start()
while True:
    numbers = input("Numbers to add? ")
    time.sleep(0.6)
    print(sum(int(number) for number in numbers.split("+")))
