#!/usr/bin/env bash
# Fetch the tools of package.json for the pages (linter, type checker, axe-core), where npm is;
# without npm the checks that need them are left out, loudly.
set -euo pipefail
cd "$(dirname "$0")/.."
[ node_modules/.package-lock.json -nt package-lock.json ] && exit 0
if ! command -v npm >/dev/null; then
    echo "npm is not here, so the pages are not checked (apt-get install nodejs npm)." >&2
    exit 0
fi
npm ci --no-audit --no-fund --silent && touch node_modules/.package-lock.json ||
    echo "The tools for the pages could not be fetched, so these are not checked." >&2
