import type { Liquid, Template } from 'liquidjs'
import { measureTags } from './measure-tags.ts'

export interface ParsedText {
  readonly templates: Template[]
  /** Number of characters in all tags. */
  readonly tagLength: number
}

/** Bounds of what is kept, a few megabytes of parsed text at most. Longer texts are parsed each time. */
const MAX_TEXTS = 200
const MAX_LENGTH = 5_000

const known = new Map<string, ParsedText>()

/**
 * Parses a text with the engine, and keeps it for the next mail: parsing takes longer than rendering, and a page of reminders has
 * few texts. The least recently used is dropped first. Throws what the engine throws, or a TextRefusal.
 */
export function parseText(engine: Liquid, text: string): ParsedText {
  const parsed = known.get(text) ?? { templates: engine.parse(text), tagLength: measureTags(engine, text) }
  if (text.length > MAX_LENGTH) return parsed
  known.delete(text)
  known.set(text, parsed)
  if (known.size > MAX_TEXTS) known.delete(known.keys().next().value!)
  return parsed
}
