import type { Liquid, Template } from 'liquidjs'

/** Bounds of what is kept, a few megabytes of parsed text at most. Longer texts are parsed each time. */
const MAX_TEXTS = 200
const MAX_LENGTH = 5_000

const known = new Map<string, Template[]>()

/**
 * Parses a text with the engine, and keeps it for the next mail: parsing takes longer than rendering, and a page of reminders has
 * few texts. The least recently used is dropped first. Throws what the engine throws.
 */
export function parseText(engine: Liquid, text: string): Template[] {
  const parsed = known.get(text) ?? engine.parse(text)
  if (text.length > MAX_LENGTH) return parsed
  known.delete(text)
  known.set(text, parsed)
  if (known.size > MAX_TEXTS) known.delete(known.keys().next().value!)
  return parsed
}
