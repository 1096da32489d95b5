import type pg from 'pg'

/** The part of pg's connection that COPY speaks through. */
interface Wire {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** One COPY … FROM STDIN with all of its data in memory, as a custom query object for pg. */
class CopyIn {
  private readonly text: string
  private readonly data: Buffer
  private readonly done: (failure: Error | null) => void

  constructor(text: string, data: Buffer, done: (failure: Error | null) => void) {
    this.text = text
    this.data = data
    this.done = done
  }

  submit(wire: unknown): void {
    ;(wire as Wire).query(this.text)
  }

  handleCopyInResponse(wire: Wire): void {
    wire.sendCopyFromChunk(this.data)
    wire.endCopyFrom()
  }

  // pg reports nothing more after an error, not even that the connection is ready again.
  handleError(error: Error): void {
    this.done(error)
  }

  handleCommandComplete(): void {}

  handleReadyForQuery(): void {
    this.done(null)
  }
}

/** Copies rows in PostgreSQL's text format into a table. Rejects with the server's error. */
export function copyIn(client: pg.Client, table: string, columns: string, data: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = (failure: Error | null): void => (failure ? reject(failure) : resolve())
    client.query(new CopyIn(`copy ${table} (${columns}) from stdin`, data, done))
  })
}

const SPECIAL = /[\\\t\n\r]/
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Escapes text for COPY. Ids, dates and numbers need no escaping. */
export const copyText = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!) : text

export const COPY_NULL = '\\N'

/** Encodes bytes for COPY. */
export const copyBytes = (bytes: Buffer): string => `\\\\x${bytes.toString('hex')}`
