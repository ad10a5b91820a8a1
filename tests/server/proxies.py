"""The proxies of docs/https.md, started with the texts of that page."""

from __future__ import annotations

import datetime
import os
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from quartier.server.limits import Limits
from tests import prerequisites

from .harness import TIMEOUT, Player, Running, free_port, quiet, running, wait_until

ROOT = Path(__file__).parents[2]
NGINX = (ROOT / "deploy/nginx.conf").read_text("utf-8")
CADDY = "games.example.org {\n    reverse_proxy 127.0.0.1:8000\n}\n"
CADDY_BELOW = (
    "club.example {\n    redir /quartier /quartier/\n    reverse_proxy /quartier/* 127.0.0.1:8000\n}\n"
)
TRAEFIK_BELOW = """http:
  routers:
    quartier:
      rule: "Host(`club.example`) && (Path(`/quartier`) || PathPrefix(`/quartier/`))"
      entryPoints: [websecure]
      service: quartier
      tls: {}
  services:
    quartier:
      loadBalancer:
        servers:
          - url: "http://127.0.0.1:8000"
"""


def _certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for "localhost" that it signed itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    sign = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    written, secret = folder / "games.pem", folder / "games.key"
    written.write_bytes(sign.public_bytes(serialization.Encoding.PEM))
    secret.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return written, secret


def _replace_addresses(text: str, **instead: str) -> str:
    """The text with an address of this test in place of each one of the page; all of them must be there."""
    for old, new in instead.items():
        assert old in text
        text = text.replace(old, new)
    return text


def _nginx(program: Path, folder: Path, port: int, behind: int, root: str) -> list[str]:
    pem, key = _certificate(folder)
    site = _replace_addresses(
        NGINX.replace("location / {", f"location {root}/ {{"),
        **{
            "443": f"127.0.0.1:{port}",
            "games.example.org": "localhost",
            "/etc/ssl/games.pem": str(pem),
            "/etc/ssl/games.key": str(key),
            "127.0.0.1:8000": f"127.0.0.1:{behind}",
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    directives = "".join(f"{kind}_temp_path {folder / kind};\n" for kind in kinds)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder / 'pid'}; error_log {folder / 'error.log'};\nevents {{}}\n"
        f"http {{ access_log off;\n{directives}{site} }}\n"
    )
    return [str(program), "-c", str(folder / "nginx.conf"), "-e", str(folder / "error.log")]


def _caddy(program: Path, folder: Path, port: int, behind: int, root: str) -> list[str]:
    pem, key = _certificate(folder)
    host = "club.example" if root else "games.example.org"
    site = _replace_addresses(
        CADDY_BELOW if root else CADDY,
        **{host: f"https://localhost:{port}", "127.0.0.1:8000": f"127.0.0.1:{behind}"},
    )
    # Its own certificates come from an authority on the internet: here it has ours.
    site = site.replace("{\n", f"{{\n    bind 127.0.0.1\n    tls {pem} {key}\n", 1)
    (folder / "Caddyfile").write_text(f"{{\n    admin off\n    auto_https disable_redirects\n}}\n{site}")
    return [str(program), "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def _traefik(program: Path, folder: Path, port: int, behind: int, root: str) -> list[str]:
    assert root, "the page shows only the site below a path"
    pem, key = _certificate(folder)
    site = _replace_addresses(
        TRAEFIK_BELOW, **{"club.example": "localhost", "127.0.0.1:8000": f"127.0.0.1:{behind}"}
    )
    (folder / "site.yml").write_text(f"{site}tls: {{certificates: [{{certFile: {pem}, keyFile: {key}}}]}}\n")
    entry = f"--entryPoints.websecure.address=127.0.0.1:{port}"
    return [str(program), entry, f"--providers.file.filename={folder / 'site.yml'}"]


COMMANDS: dict[str, Callable[[Path, Path, int, int, str], list[str]]] = {
    "nginx": _nginx,
    "caddy": _caddy,
    "traefik": _traefik,
}


class Proxied:
    """A server behind a proxy. `url` has no slash at the end."""

    def __init__(self, origin: str, root: str, folder: Path, server: Running) -> None:
        self.url = origin + root
        self.services = server.services
        self._origin = origin
        self.trusted = ssl.create_default_context(cafile=str(folder / "games.pem"))

    def browser(self, address: str = "127.0.0.1") -> Player:
        """A browser on the computer of that address."""
        transport = httpx.HTTPTransport(verify=self.trusted, local_address=address)
        client = httpx.Client(base_url=self.url, transport=transport, timeout=TIMEOUT)
        client.headers["Origin"] = self._origin
        return Player(client)

    def answers(self) -> bool:
        """Whether the proxy serves yet: some listen before they have read what to serve."""
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/health", verify=self.trusted, timeout=TIMEOUT).is_success
        return False


@contextmanager
def server_behind(kind: str, root: str, folder: Path, **changes: Any) -> Iterator[Proxied]:
    """Run a server behind a proxy; `changes` of the server's settings.

    Args:
        kind: "nginx", "caddy" or "traefik".
        root: The path below which the site is, such as "/quartier", or "".
        folder: For all files of the two.
    """
    program = prerequisites.proxy(kind)
    if program is None:
        pytest.skip(f"{kind} is not in PATH, and not to be had from Debian's packages")
    port = free_port()
    origin = f"https://localhost:{port}"
    changes = {"limits": Limits(), **changes}
    settings = quiet(folder / "games.db", base_url=origin + root, hosts=("localhost",), **changes)
    with running(settings) as server:
        behind = httpx.URL(server.url).port
        assert behind is not None
        command = COMMANDS[kind](program, folder, port, behind, root)
        homes = {name: str(folder) for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")}
        with (folder / "said").open("wb") as log:
            proxy = subprocess.Popen(command, stdout=log, stderr=log, env={**os.environ, **homes})
        try:
            proxied = Proxied(origin, root, folder, server)
            wait_until(lambda: proxied.answers() or proxy.poll() is not None)
            assert proxy.poll() is None, (folder / "said").read_text()
            yield proxied
        finally:
            proxy.terminate()
            proxy.wait(TIMEOUT)
