import { triesMistakes } from '../ring.ts'

/** Runs `text` before the product starts, by NODE_OPTIONS. */
const preload = (text: string): string => `--import data:text/javascript,${encodeURIComponent(text)}`

/** Wrong reactions to SIGTERM. */
export const TRIES_MISTAKES = triesMistakes('proof/resilience/', 'server/main/')
export const EXITS_AT_ONCE = preload("process.on('SIGTERM', () => process.exit(0))")
export const REACTS_LATE = preload(`const { on } = process
  process.on = function (name, listener) {
    return on.call(this, name, name === 'SIGTERM' ? () => setTimeout(listener, 5000) : listener)
  }`)
