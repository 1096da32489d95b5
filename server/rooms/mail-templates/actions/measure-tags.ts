import { type Liquid, Tokenizer, TypeGuards } from 'liquidjs'
import { TextRefusal } from '../rules/work-meter.ts'

const MAX_TAG_LENGTH = 300

/**
 * Returns the number of characters in all tags of a text. Refuses what makes the work of rendering grow out of proportion: loops
 * inside loops, counting through numbers, and long tags.
 */
export function measureTags(engine: Liquid, text: string): number {
  let length = 0
  let loops = 0
  for (const token of new Tokenizer(text).readTopLevelTokens(engine.options)) {
    if (!TypeGuards.isDelimitedToken(token)) continue
    const refuse = (reason: string) => {
      throw new TextRefusal(`${reason} (line ${token.getPosition()[0]}).`)
    }
    length += token.size()
    if (token.size() > MAX_TAG_LENGTH) refuse(`A tag has at most ${MAX_TAG_LENGTH} characters`)
    if (TypeGuards.isTagToken(token)) {
      if (token.name === '#') continue
      if (token.name === 'for' && ++loops > 1) refuse('A loop can’t be inside another loop')
      if (token.name === 'endfor') loops--
    }
    if (withoutQuotes(token.getText()).includes('..'))
      refuse('A text can’t count through numbers, such as (1..5). Loop over a list')
  }
  return length
}

const withoutQuotes = (text: string): string => text.replaceAll(/"[^"]*"|'[^']*'/g, '')
