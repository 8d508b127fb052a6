"""What a case may need of the machine: where it is not there, the case is left out."""
import grp
import os
import pwd
import tempfile


def has(ask):
    """Whether the question has an answer here."""
    def known():
        try:
            return bool(ask())
        except (OSError, KeyError, AttributeError):
            return False
    return known


def second(entries, number):
    """The second of them has a number other than 0."""
    return len(entries) > 1 and getattr(entries[1], number) != 0


def set_attribute():
    with tempfile.NamedTemporaryFile() as file:
        os.setxattr(file.name, "user.foretrace", b"1")
    return True


two_users = has(lambda: second(pwd.getpwall(), "pw_uid"))
two_groups = has(lambda: second(grp.getgrall(), "gr_gid"))
root_and_daemon = has(lambda: pwd.getpwnam("root").pw_uid == 0 and
                      pwd.getpwnam("daemon").pw_uid == 1)
group_1 = has(lambda: grp.getgrgid(0) and grp.getgrgid(1))
root = has(lambda: pwd.getpwnam("root") and grp.getgrnam("root"))
attributes = has(set_attribute)
terminals = has(lambda: [os.close(fd) for fd in os.openpty()])
