#!/bin/sh
# Playwright starts a browser from the path of one executable.
exec "$NODE" "$(dirname "$0")/launch.ts" "$@"
