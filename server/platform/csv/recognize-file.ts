import { type DetectedEncoding, decodeStart, holdsNul } from './csv-encoding.ts'
import { CsvProblem } from './csv-problem.ts'

const SAMPLE_BYTES = 16 * 1024

/** First bytes of files that people choose by mistake, with the sentence that explains each. */
const SIGNATURES: readonly (readonly [bytes: readonly number[], sentence: string])[] = [
  [
    [0x50, 0x4b, 0x03, 0x04],
    'This looks like an Excel workbook or a ZIP file. Open it in your spreadsheet program, save it as CSV, and choose that file.',
  ],
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'This looks like an old Excel workbook. Open it in your spreadsheet program, save it as CSV, and choose that file.',
  ],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF, not a CSV file.'],
  [[0x89, 0x50, 0x4e, 0x47], 'This is a picture, not a CSV file.'],
  [[0xff, 0xd8, 0xff], 'This is a picture, not a CSV file.'],
  [[0x47, 0x49, 0x46, 0x38], 'This is a picture, not a CSV file.'],
  [[0x1f, 0x8b], 'This file is compressed. Unpack it first, and choose the CSV file in it.'],
]

const MARKUP = /^\s*(<!doctype|<html|<\?xml|<svg|\{\\rtf|\{\s*"|\[\s*\{)/i

/**
 * Counts control characters that text doesn't use. Tabs, line ends and form feeds occur; 0x1a ends files of
 * old programs.
 */
function countControls(text: string): number {
  let controls = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code < 32 && (code < 9 || code > 13) && code !== 0x1a) controls++
  }
  return controls
}

/** Refuses a file that is not a text table. @throws CsvProblem not_a_csv */
export function refuseOtherFiles(bytes: Buffer, detected: DetectedEncoding): void {
  for (const [signature, sentence] of SIGNATURES)
    if (signature.every((byte, i) => bytes[i] === byte)) throw new CsvProblem('not_a_csv', sentence)
  if (holdsNul(bytes, detected))
    throw new CsvProblem(
      'not_a_csv',
      'This is not a text file. Save it as CSV in your spreadsheet program, and choose that file.',
    )
  const start = decodeStart(bytes, detected, SAMPLE_BYTES)
  if (MARKUP.test(start))
    throw new CsvProblem('not_a_csv', 'This is a web page or a program’s data, not a CSV file.')
  if (countControls(start) > start.length / 200)
    throw new CsvProblem(
      'not_a_csv',
      'This is not a text file. Save it as CSV in your spreadsheet program, and choose that file.',
    )
}
