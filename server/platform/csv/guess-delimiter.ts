export const DELIMITERS = [',', ';', '\t', '|'] as const
export type Delimiter = (typeof DELIMITERS)[number]

const SAMPLE_RECORDS = 100

/** Excel names the delimiter in a first line `sep=;`. Spreadsheet programs don't show it. */
const SEPARATOR_LINE = /^sep=([,;\t|])[ \t]*(\r\n|\r|\n|$)/i

export interface SeparatorLine {
  readonly delimiter: Delimiter
  readonly length: number
}

export function readSeparatorLine(sample: string): SeparatorLine | null {
  const match = SEPARATOR_LINE.exec(sample)
  return match ? { delimiter: match[1] as Delimiter, length: match[0].length } : null
}

/**
 * Returns the delimiter under which most sample records have the same number of cells; of equal ones, the one
 * with more cells. Text without a delimiter is one column, read with commas.
 */
export function guessDelimiter(sample: string, sampleIsWhole: boolean): Delimiter {
  let best: Delimiter = ','
  let bestShare = 0
  let bestCount = 0
  for (const delimiter of DELIMITERS) {
    const counts = delimitersPerRecord(sample, delimiter, sampleIsWhole)
    const { count, share } = commonestCount(counts)
    if (share > bestShare || (share === bestShare && count > bestCount)) {
      best = delimiter
      bestShare = share
      bestCount = count
    }
  }
  return best
}

/** Returns the most frequent number of delimiters above 0 and the share of records that have it. */
function commonestCount(counts: readonly number[]): { count: number; share: number } {
  const seen = new Map<number, number>()
  for (const count of counts) if (count > 0) seen.set(count, (seen.get(count) ?? 0) + 1)
  let count = 0
  let times = 0
  for (const [candidate, candidateTimes] of seen)
    if (candidateTimes > times || (candidateTimes === times && candidate > count)) {
      count = candidate
      times = candidateTimes
    }
  return { count, share: counts.length === 0 ? 0 : times / counts.length }
}

/**
 * Counts the unquoted delimiters of each record that isn't blank. A quote opens only at the start of a cell.
 */
function delimitersPerRecord(sample: string, delimiter: Delimiter, sampleIsWhole: boolean): number[] {
  const counts: number[] = []
  let count = 0
  let recordStart = 0
  let cellStart = 0
  let quoted = false
  for (let i = 0; i < sample.length && counts.length < SAMPLE_RECORDS; i++) {
    const character = sample[i]!
    if (character === '"') {
      if (quoted && sample[i + 1] === '"') i++
      else if (quoted || i === cellStart) quoted = !quoted
    } else if (!quoted && character === delimiter) {
      count++
      cellStart = i + 1
    } else if (!quoted && (character === '\n' || character === '\r')) {
      if (i > recordStart) counts.push(count)
      count = 0
      recordStart = i + 1
      cellStart = i + 1
    }
  }
  const lastIsComplete = sampleIsWhole && !quoted
  if (counts.length < SAMPLE_RECORDS && lastIsComplete && recordStart < sample.length) counts.push(count)
  return counts
}
