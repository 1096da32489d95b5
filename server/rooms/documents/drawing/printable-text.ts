import type { ShapedFont } from './shape-text.ts'

const PLAIN = /^[\n\x20-\x7e]*$/
/** Replaces a character for which the font has no glyph. */
const REPLACEMENT = '□'
/** Joiners, direction marks and soft hyphens (all of class Cf), and variation selectors. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}/gu

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Returns text that the font can show: line breaks become LF, control characters become spaces, invisible marks are
 * removed, and a grapheme without a glyph (Chinese, emoji) becomes one box.
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
  // Graphemes are split before the invisible marks are removed, because these join the parts of an emoji.
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
