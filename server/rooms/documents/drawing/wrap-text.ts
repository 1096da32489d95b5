/** Returns the width of text on one line. */
export type Measure = (text: string) => number

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Breaks text into lines no wider than `maxWidth`: at line breaks and spaces, then after punctuation inside a word that
 * doesn't fit, and only then between graphemes. Blank lines at the start and the end are dropped.
 */
export function wrapText(text: string, maxWidth: number, measure: Measure): string[] {
  const lines = text
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n')
    .flatMap((paragraph) => wrapParagraph(paragraph.trimEnd(), maxWidth, measure))
  return lines.length === 1 && lines[0] === '' ? [] : lines
}

function wrapParagraph(paragraph: string, maxWidth: number, measure: Measure): string[] {
  if (measure(paragraph) <= maxWidth) return [paragraph]
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(/ +/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= maxWidth) {
      line = longer
      continue
    }
    if (line !== '' && measure(word) <= maxWidth) {
      lines.push(line)
      line = word
      continue
    }
    const parts = breakWord(word, line === '' ? '' : `${line} `, maxWidth, measure)
    line = parts.pop()!
    lines.push(...parts)
  }
  if (line !== '') lines.push(line)
  return lines
}

/** Breaks a word that is wider than a line. The first line begins with `start`. */
function breakWord(word: string, start: string, maxWidth: number, measure: Measure): string[] {
  const lines: string[] = []
  let line = start
  const endLine = () => {
    if (line.trim() !== '') lines.push(line.trimEnd())
    line = ''
  }
  for (const piece of word.split(/(?<=[-/_@.,])/)) {
    if (measure(line + piece) <= maxWidth) {
      line += piece
      continue
    }
    if (line !== '' && measure(piece) <= maxWidth) {
      endLine()
      line = piece
      continue
    }
    for (const { segment } of graphemes.segment(piece)) {
      if (line !== '' && measure(line + segment) > maxWidth) endLine()
      line += segment
    }
  }
  lines.push(line.trimEnd())
  return lines
}
