"""Makes the picture of each lesson again and compares: pictures_test.py PROGRAM."""

import glob
import os
import subprocess
import sys


def main():
    good = True
    scenarios = sorted(glob.glob("scenarios/lessons/*/scenario.json"))
    for scenario in scenarios:
        picture = os.path.join(os.path.dirname(scenario), "picture.svg")
        made = picture + ".new.svg"
        subprocess.run([sys.argv[1], "trace", scenario, "-o", made], check=True)
        with open(made, "rb") as file:
            now = file.read()
        os.remove(made)
        stored = b""
        if os.path.exists(picture):
            with open(picture, "rb") as file:
                stored = file.read()
        if now != stored and os.environ.get("GVLSIM_UPDATE_GOLDEN") == "1":
            with open(picture, "wb") as file:
                file.write(now)
            print(f"{picture}: rewritten")
        elif now != stored:
            print(f"{picture}: differs (GVLSIM_UPDATE_GOLDEN=1 rewrites it)")
            good = False
    print(f"{len(scenarios)} pictures")
    sys.exit(0 if good and len(scenarios) == 8 else 1)


main()
