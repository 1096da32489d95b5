import { findOnPath, isExecutable } from './is-executable.ts'

const onMac = '/Applications/Firefox.app/Contents/MacOS/firefox'

/** Returns the path of Firefox: FIREFOX, or the system's. Throws with instructions when there is none. */
export function findFirefox(): string {
  const named = process.env.FIREFOX
  const found = named
    ? [named].find(isExecutable)
    : (findOnPath('firefox') ?? findOnPath('firefox-esr') ?? [onMac].find(isExecutable))
  if (found) return found
  throw new Error(
    named
      ? `FIREFOX is ${named}, which is not a program that can be run.`
      : 'There is no Firefox here. Install one (Debian: apt-get install firefox-esr), or set FIREFOX to the path of one.',
  )
}
