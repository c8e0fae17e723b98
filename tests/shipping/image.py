"""Carries out a Dockerfile's steps in a folder that stands for the image's root, where there is no Docker.

Two steps are replaced. Packages come from the present environment instead of an index, because tests use no
network. No user is added to this machine: what belongs to the image's user is given to its number.
"""

import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

FOLDERS = ("/venv", "/app", "/data", "/build", "/tmp")  # noqa: S108 - of the image
PERMISSIONS = 0o005
"""What everybody needs to look into a folder."""


def steps(dockerfile: str) -> Iterator[tuple[str, str]]:
    """Each instruction with what follows it."""
    lines = [line for line in dockerfile.splitlines() if not line.startswith("#")]
    for line in re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines():
        if line.strip():
            instruction, _, rest = line.partition(" ")
            yield instruction, rest.strip()


def interpreter_for_everybody() -> str | None:
    """A Python like the one that runs, which other users of this machine can start."""
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    found = (sys.executable, shutil.which(name, path="/usr/local/bin:/usr/bin"))
    packages = Path(sysconfig.get_path("purelib"))
    return next((each for each in found if each and _is_open(Path(each)) and _is_open(packages)), None)


def _is_open(path: Path) -> bool:
    return all(parent.stat().st_mode & PERMISSIONS == PERMISSIONS for parent in path.resolve().parents)


@dataclass
class Image:
    """What a Dockerfile has made in `root`."""

    root: Path
    sources: Path
    python: str
    arguments: dict[str, str] = field(default_factory=dict)
    environment: dict[str, str] = field(default_factory=dict)
    entrypoint: list[str] = field(default_factory=list)
    health: str = ""
    installed: list[str] = field(default_factory=list)
    """The command that installs the packages."""
    user: int | None = None
    """None: the tests can't start anything as somebody else."""
    folder: Path = Path()

    def build(self, dockerfile: str) -> None:
        commands, temporary = self.root / "usr" / "bin", self.root / "tmp"
        commands.mkdir(parents=True)
        (commands / "python").symlink_to(self.python)
        temporary.mkdir()
        temporary.chmod(0o777)
        self.environment = {"PATH": f"{commands}:{os.defpath}", "TMPDIR": str(temporary)}
        handlers: dict[str, Callable[[str], None]] = {
            "ARG": self._take,
            "FROM": lambda _: None,
            "WORKDIR": self._enter,
            "COPY": self._copy,
            "RUN": self._run,
            "ENV": self._set,
            "USER": self._become,
            "HEALTHCHECK": self._watch,
            "ENTRYPOINT": lambda rest: self.entrypoint.extend(re.findall(r'"([^"]+)"', rest)),
        }
        for instruction, rest in steps(dockerfile):
            if instruction not in handlers:
                raise ValueError(f"A builder may refuse {instruction}, and these tests don't know it.")
            handlers[instruction](rest)

    def _take(self, rest: str) -> None:
        name, _, value = rest.partition("=")
        self.arguments[name] = value

    def _enter(self, rest: str) -> None:
        self.folder = Path(self._inside(rest))
        self.folder.mkdir(exist_ok=True)

    def _become(self, rest: str) -> None:
        user = self.arguments["RUN_AS"] if rest == "${RUN_AS}" else rest
        self.user = int(user.partition(":")[0]) if os.geteuid() == 0 else None

    def _watch(self, rest: str) -> None:
        self.health = rest.partition("CMD ")[2]

    def _inside(self, text: str) -> str:
        """The text, with the image's paths replaced by those beneath `root`."""
        return re.sub(rf"(?<![\w.])({'|'.join(FOLDERS)})\b", lambda found: f"{self.root}{found[1]}", text)

    def _copy(self, rest: str) -> None:
        if rest.startswith("--from="):
            return  # both stages are built in the same root
        *names, target = rest.split()
        for name in names:
            place = (self.folder / self._inside(target)).resolve()
            if (self.sources / name).is_dir():
                shutil.copytree(self.sources / name, place, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(self.sources / name, place)

    def _run(self, command: str) -> None:
        words = shlex.split(command)
        if words[0] == "useradd":
            number = int(words[words.index("--uid") + 1])
            place = Path(self._inside(words[-1]))
            place.mkdir()
            if os.geteuid() == 0:
                os.chown(place, number, number)
        elif words[0].endswith("/pip"):
            self.installed = words
            (packages,) = self.root.glob("venv/lib/python*/site-packages")
            (packages / "packages.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
        else:
            faster = " --without-pip" if words[1:3] == ["-m", "venv"] else ""
            self.run_in_shell(f"{command}{faster}", check=True)

    def _set(self, rest: str) -> None:
        for word in shlex.split(rest):
            name, _, value = word.partition("=")
            before = self.environment.get(name, "")
            self.environment[name] = self._inside(value).replace(f"${name}", before)

    def run_in_shell(
        self, command: str, settings: Mapping[str, str] | None = None, *, check: bool = False
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["/bin/sh", "-c", self._inside(command)],
            env={**self.environment, **(settings or {})},
            cwd=self.folder,
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
            capture_output=True,
            text=True,
            timeout=120,
            check=check,
        )

    def start(self, settings: Mapping[str, str]) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            self.entrypoint,
            executable=str(self.root / "venv" / "bin" / self.entrypoint[0]),
            env={**self.environment, **settings},
            cwd=self.folder,
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
            stdout=subprocess.DEVNULL,
        )

    def make_read_only(self) -> None:
        """All but /data and /tmp, as with `--read-only`."""
        for path in self._fixed():
            if not path.is_symlink():
                path.chmod(path.stat().st_mode & ~0o222)

    def make_writable(self) -> None:
        for path in self._fixed():
            if path.is_dir() and not path.is_symlink():
                path.chmod(0o755)

    def contents(self) -> dict[str, int]:
        """Every file that is not in /data or /tmp, and when it was written."""
        return {path.relative_to(self.root).as_posix(): path.lstat().st_mtime_ns for path in self._fixed()}

    def _fixed(self) -> list[Path]:
        kept = {self.root / "data", self.root / "tmp"}
        tops = [path for path in self.root.iterdir() if path not in kept]
        return [self.root, *tops, *(path for top in tops for path in top.rglob("*"))]
