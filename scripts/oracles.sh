#!/usr/bin/env bash
# Fetch programs by others that the measuring of meshes is compared with; what cannot be had is
# told, and the tests that need it skip, loudly.
#
#   scripts/oracles.sh VENV [bench]      bench: also what the benchmark runs against
set -euo pipefail
bin="$1/bin"

if ! command -v slic3r >/dev/null; then
    as_root=()
    if [ "$(id -u)" -ne 0 ]; then as_root=(sudo -n); fi
    if ! { command -v apt-get >/dev/null &&
        DEBIAN_FRONTEND=noninteractive "${as_root[@]}" apt-get install -y -qq \
            --no-install-recommends slic3r >/dev/null 2>&1; }; then
        echo "slic3r cannot be had here, so nothing is compared with a slicer's filament." >&2
    fi
fi

wanted=()
"$bin/python" -c 'import lib3mf' 2>/dev/null || wanted+=("lib3mf>=2.4,<3")
if [ "${2:-}" = bench ]; then
    "$bin/python" -c 'import trimesh, scipy, networkx, shapely' 2>/dev/null ||
        wanted+=("trimesh>=4,<6" networkx scipy shapely)
fi
for each in "${wanted[@]}"; do
    "$bin/python" -m pip --disable-pip-version-check install --quiet "$each" ||
        echo "$each cannot be had here, so nothing is compared with it." >&2
done
