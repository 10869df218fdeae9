"""launch.py OUTPUT COMMAND …: runs a program and prints its costs: wall, user and system time in seconds, memory in kB,
and exit status.

This is a separate process, because a child's peak of memory starts at its parent's, and this one is as small as
possible.
"""
import os, sys, time

write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
actions = [
    (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
    (os.POSIX_SPAWN_OPEN, 1, sys.argv[1], write, 0o600),
    (os.POSIX_SPAWN_DUP2, 1, 2),
]
start = time.perf_counter()
process = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ, file_actions=actions)
_, status, usage = os.wait4(process, 0)
wall = time.perf_counter() - start
print(wall, usage.ru_utime, usage.ru_stime, usage.ru_maxrss, os.waitstatus_to_exitcode(status))
