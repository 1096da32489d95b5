import { isUtf8 } from 'node:buffer'

export type CsvEncoding = 'utf-8' | 'windows-1252' | 'utf-16le' | 'utf-16be'

export interface DetectedEncoding {
  readonly encoding: CsvEncoding
  /** Length of the byte order mark, 0 when there is none. */
  readonly bomBytes: number
}

const SAMPLE_BYTES = 4096
const CHUNK_BYTES = 64 * 1024

/**
 * Detects the encoding: by its byte order mark, by the position of zero bytes, else UTF-8 when valid, else
 * Windows-1252.
 */
export function detectEncoding(bytes: Buffer): DetectedEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { encoding: 'utf-8', bomBytes: 3 }
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 }
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', bomBytes: 2 }
  return { encoding: guessUtf16(bytes) ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252'), bomBytes: 0 }
}

/** In UTF-16 text, delimiters, digits and Latin letters all have their zero byte on the same side. */
function guessUtf16(bytes: Buffer): CsvEncoding | null {
  const pairs = Math.floor(Math.min(bytes.length, SAMPLE_BYTES) / 2)
  if (pairs === 0 || bytes.length % 2 === 1) return null
  let first = 0
  let second = 0
  for (let i = 0; i < pairs; i++) {
    if (bytes[2 * i] === 0) first++
    if (bytes[2 * i + 1] === 0) second++
  }
  const often = Math.max(4, pairs / 5)
  const seldom = pairs / 50
  if (second >= often && first <= seldom) return 'utf-16le'
  if (first >= often && second <= seldom) return 'utf-16be'
  return null
}

/** True when the text contains a NUL character, which no text file does. */
export function holdsNul(bytes: Buffer, { encoding, bomBytes }: DetectedEncoding): boolean {
  if (encoding === 'utf-8' || encoding === 'windows-1252') return bytes.includes(0)
  for (let i = bomBytes; i + 1 < bytes.length; i += 2) if (bytes[i] === 0 && bytes[i + 1] === 0) return true
  return false
}

/** Decodes the first bytes of the file. Drops a character that the end cuts in two. */
export function decodeStart(bytes: Buffer, { encoding, bomBytes }: DetectedEncoding, length: number): string {
  return new TextDecoder(encoding).decode(bytes.subarray(bomBytes, bomBytes + length), { stream: true })
}

/** Yields the text as UTF-8 in chunks, so that no second copy of the whole file is in memory. */
export function* utf8Chunks(bytes: Buffer, { encoding, bomBytes }: DetectedEncoding): Generator<Buffer> {
  const decoder = encoding === 'utf-8' ? null : new TextDecoder(encoding)
  for (let at = bomBytes; at < bytes.length; at += CHUNK_BYTES) {
    const piece = bytes.subarray(at, at + CHUNK_BYTES)
    const text = decoder?.decode(piece, { stream: true })
    yield text === undefined ? piece : Buffer.from(text)
  }
  const rest = decoder?.decode()
  if (rest) yield Buffer.from(rest)
}
