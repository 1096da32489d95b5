import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** The part of pg's connection that COPY speaks through. */
interface Wire {
  readonly stream: {
    pause(): void
    resume(): void
    readonly writableNeedDrain: boolean
    once(event: 'drain', listener: () => void): void
  }
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(reason: string): void
}

/**
 * Runs one COPY … TO STDOUT as a readable stream. pg passes the server's messages to a custom query object.
 */
export class CopyOut extends Readable {
  /** Number of rows, known at the end. */
  rows = 0
  private readonly text: string
  private wire: Wire | undefined

  constructor(client: pg.Client, text: string) {
    super()
    this.text = text
    client.query(this as unknown as pg.Submittable)
  }

  submit(wire: Wire): void {
    this.wire = wire
    wire.query(this.text)
  }

  override _read(): void {
    this.wire?.stream.resume()
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The chunk is part of the connection's buffer, which is reused.
    if (!this.destroyed && !this.push(Buffer.from(chunk))) this.wire!.stream.pause()
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(' ').at(-1))
  }

  handleReadyForQuery(): void {
    if (!this.destroyed) this.push(null)
  }

  handleError(error: Error): void {
    this.destroy(error)
  }

  // A reader that stops early lets the connection drain the rest.
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.wire?.stream.resume()
    done(error)
  }
}

/** Runs one COPY … FROM STDIN as a writable stream. */
export class CopyIn extends Writable {
  /** Number of rows the server accepted, known at the end. */
  rows = 0
  private readonly text: string
  private wire: Wire | undefined
  private begun: (() => void) | undefined
  private ended: ((error?: Error | null) => void) | undefined
  private over = false

  constructor(client: pg.Client, text: string) {
    super({ highWaterMark: 256 * 1024 })
    this.text = text
    client.query(this as unknown as pg.Submittable)
  }

  submit(wire: Wire): void {
    wire.query(this.text)
  }

  handleCopyInResponse(wire: Wire): void {
    this.wire = wire
    this.begun?.()
  }

  override _construct(done: () => void): void {
    this.begun = done
    if (this.wire) done()
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    const wire = this.wire!
    wire.sendCopyFromChunk(chunk)
    if (wire.stream.writableNeedDrain) wire.stream.once('drain', done)
    else done()
  }

  override _final(done: (error?: Error | null) => void): void {
    this.ended = done
    this.wire!.endCopyFrom()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.over && error) this.wire?.sendCopyFail(error.message)
    done(error)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.rows = Number(text.split(' ').at(-1))
  }

  handleReadyForQuery(): void {
    this.over = true
    this.ended?.()
  }

  handleError(error: Error): void {
    this.over = true
    this.begun?.()
    this.destroy(error)
  }
}
