import { globSync } from 'node:fs'
import { findOnPath, isExecutable } from './is-executable.ts'

export interface WebKit {
  /** Speaks WebDriver for it. */
  readonly driver: string
  /** A window with WebKit in it. */
  readonly browser: string
  /** Lends a screen where there is none; undefined where there is one. */
  readonly screen: string | undefined
}

/** WebKitGTK as the system's packages bring it. Throws, with what to do, where a part of it is missing. */
export function findWebKit(): WebKit {
  const driver = findOnPath('WebKitWebDriver')
  const browser = globSync('/usr/{lib,libexec}/{,*/}webkit{2gtk-4.1,gtk-6.0}/MiniBrowser').find(isExecutable)
  const screen = process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? undefined : findOnPath('xvfb-run')
  const hasScreen = screen !== undefined || process.env.DISPLAY || process.env.WAYLAND_DISPLAY
  if (driver && browser && hasScreen) return { driver, browser, screen }
  throw new Error('There is no WebKit here. Install it (Debian: apt-get install webkit2gtk-driver xvfb).')
}
