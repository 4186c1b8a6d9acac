"""Under which addresses other devices find this computer, in networks of their own."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from companion.app.server import network

ASK = (
    "import json; from companion.app.server.network import addresses;"
    "print(json.dumps(addresses(8000, lan=True)))"
)
UP = "ip link set lo up;"


def card(name: str, *ips: str) -> str:
    given = "".join(f"ip addr add {ip} dev {name};" for ip in ips)
    return f"ip link add {name} type bridge; {given} ip link set {name} up;"


def found(script: str) -> list[str]:
    """The hosts told in a network that a script sets up; the computer's name comes last."""
    told = subprocess.run(
        ["unshare", "-rn", "sh", "-ec", f"{script} exec {sys.executable} -c '{ASK}'"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if told.returncode:
        pytest.skip(f"no network namespace here: {told.stderr[-200:]}")
    hosts = [address.removeprefix("http://")[:-6] for address in json.loads(told.stdout)]
    assert hosts.pop().endswith(".local")
    return hosts


pytestmark = pytest.mark.skipif(
    not (shutil.which("unshare") and shutil.which("ip")), reason="needs unshare and ip"
)


def test_an_address_is_told_without_a_way_out() -> None:
    assert found(UP + card("eth0", "192.168.7.7/24")) == ["192.168.7.7"]


def test_several_cards_are_told_the_way_out_first_the_vpn_last() -> None:
    way_out = "ip route add default via 10.0.0.1;"
    cards = card("wg0", "10.8.0.2/24") + card("eth0", "192.168.7.7/24", "192.168.8.7/24")
    told = found(UP + cards + card("wlan0", "10.0.0.5/24") + way_out)
    assert told == ["10.0.0.5", "192.168.7.7", "192.168.8.7", "10.8.0.2"]


def test_networks_inside_the_computer_are_not_told() -> None:
    assert found(UP + card("docker0", "172.17.0.1/16") + card("br-1a2b", "172.18.0.1/16")) == []


def test_without_a_network_the_name_is_told_while_others_are_let_in() -> None:
    assert found(UP) == []
    assert network.addresses(8000, lan=False) == ()
