#!/usr/bin/env bash
# Fetch axe-core for the accessibility tests, where npm is; without npm they skip, loudly.
set -euo pipefail
cd "$(dirname "$0")/.."
[ -f var/axe/node_modules/axe-core/axe.min.js ] && exit 0
if ! command -v npm >/dev/null; then
    echo "npm is not here, so the accessibility tests will skip (apt-get install npm)." >&2
    exit 0
fi
mkdir -p var/axe
npm install --prefix var/axe --no-audit --no-fund --silent axe-core@4 ||
    echo "axe-core could not be fetched, so the accessibility tests will skip." >&2
