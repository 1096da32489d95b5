import type { ShapedFont } from './shape-text.ts'

const PLAIN = /^[\n\x20-\x7e]*$/
/** Stands visibly for what the font has no picture of. */
const REPLACEMENT = '□'
/** Joiners, direction marks, soft hyphens (all of class Cf) and the selectors of emoji pictures. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Text that the font can show: line breaks are LF, controls are spaces, invisible marks are gone, and each character
 * without a glyph (Chinese, emoji) is one box, however many code points it is made of.
 */
export function printable(text: string, font: ShapedFont): string {
  if (PLAIN.test(text)) return text
  const tidy = text
    .normalize('NFC')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/(?!\n)[\p{Cc}\p{Cs}]/gu, ' ')
  const shown = tidy.replace(INVISIBLE, '')
  if (everyGlyph(shown, font)) return shown
  let result = ''
  // Split before the marks are taken out: they are what joins the parts of an emoji.
  for (const { segment } of graphemes.segment(tidy)) {
    const visible = segment.replace(INVISIBLE, '')
    result += visible === '' || everyGlyph(visible, font) ? visible : REPLACEMENT
  }
  return result
}

function everyGlyph(text: string, font: ShapedFont): boolean {
  for (const character of text)
    if (character !== '\n' && !font.hasGlyphForCodePoint(character.codePointAt(0)!)) return false
  return true
}
