/** The part of a text that another version has differently, each with an ellipsis where it was cut. */
export interface DifferingPart {
  readonly before: string
  readonly after: string
}

const MOST_CHARACTERS = 160

/** Returns where two texts differ, in whole words. */
export function differingPart(before: string, after: string): DifferingPart {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  const shortest = Math.min(one.length, other.length)
  let start = 0
  while (start < shortest && one[start] === other[start]) start += 1
  let end = 0
  while (end < shortest - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const cut = (words: readonly string[]): string =>
    shortened(
      words
        .slice(start, words.length - end)
        .join('')
        .trim(),
      start > 0,
      end > 0,
    )
  return { before: cut(one), after: cut(other) }
}

/** Words and the white space between them. */
const wordsOf = (text: string): string[] => text.split(/(\s+)/)

function shortened(text: string, hasBefore: boolean, hasAfter: boolean): string {
  const isLong = text.length > MOST_CHARACTERS
  const part = isLong ? text.slice(0, MOST_CHARACTERS).trimEnd() : text
  if (part === '') return ''
  return `${hasBefore ? '…' : ''}${part}${hasAfter || isLong ? '…' : ''}`
}
