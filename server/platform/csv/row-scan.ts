import type { Delimiter } from './guess-delimiter.ts'

const QUOTE = 0x22
const LINE_FEED = 0x0a
const CARRIAGE_RETURN = 0x0d

/** Measures the cells of one row of UTF-8 text in chunks, without storing them. */
export class RowScan {
  /** True at the end of the row. Line breaks before the row are skipped. */
  ended = false
  /** Length in characters, including a cell that has not ended. */
  longestCell = 0
  /** True when a quoted cell of the row contains line breaks. */
  hasLines = false
  #quoted = false
  #afterQuote = false
  #length = 0
  #isBlank = true
  readonly #delimiter: number

  constructor(delimiter: Delimiter) {
    this.#delimiter = delimiter.charCodeAt(0)
  }

  /** True within a quoted cell. At the end of the file its quotation mark was never closed. */
  get quoteIsOpen(): boolean {
    return this.#quoted && !this.#afterQuote
  }

  read(piece: Buffer): void {
    for (const byte of piece) {
      if (this.ended) return
      if (this.#quoted) this.#readQuoted(byte)
      else this.#readPlain(byte)
    }
  }

  #readQuoted(byte: number): void {
    if (byte === QUOTE && !this.#afterQuote) {
      this.#afterQuote = true
    } else if (this.#afterQuote && byte !== QUOTE) {
      this.#quoted = false
      this.#afterQuote = false
      this.#readPlain(byte)
    } else {
      this.#afterQuote = false
      if (byte === LINE_FEED || byte === CARRIAGE_RETURN) this.hasLines = true
      this.#count(byte)
    }
  }

  #readPlain(byte: number): void {
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) {
      this.ended = !this.#isBlank
      return
    }
    if (byte === this.#delimiter) this.#length = 0
    else if (byte === QUOTE && this.#length === 0) this.#quoted = true
    else this.#count(byte)
    this.#isBlank = false
  }

  /** Counts one per character: all its bytes but the first begin with the bits 10. */
  #count(byte: number): void {
    if ((byte & 0xc0) === 0x80) return
    this.#length++
    if (this.#length > this.longestCell) this.longestCell = this.#length
  }
}
