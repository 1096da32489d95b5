#!/bin/sh
# Playwright starts a browser as one program.
exec "$NODE" "$(dirname "$0")/launch.ts" "$@"
