import { once } from 'node:events'
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib'

interface Entry {
  readonly path: Buffer
  readonly offset: number
  crc: number
  size: number
  compressedSize: number
}

/** General purpose flags: sizes follow the data, names are UTF-8. */
const FLAGS = 0x0808
const DEFLATED = 8
const VERSION = 20
/** 1980-01-01, so that equal content has equal bytes. */
const DATE = 0x0021

/**
 * Writes a ZIP archive (PKWARE APPNOTE 6.3) whose sizes become known only at the end of each file. Entries and the archive stay
 * below 4 GiB.
 */
export class ZipWriter {
  private readonly entries: Entry[] = []
  private ready: Uint8Array[] = []
  private position = 0
  private entry: Entry | null = null
  private deflate: DeflateRaw | null = null

  /** Begins a file. The one before must be finished. */
  begin(path: string): void {
    const entry: Entry = {
      path: Buffer.from(path),
      offset: this.position,
      crc: 0,
      size: 0,
      compressedSize: 0,
    }
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(VERSION, 4)
    head.writeUInt16LE(FLAGS, 6)
    head.writeUInt16LE(DEFLATED, 8)
    head.writeUInt16LE(DATE, 12)
    head.writeUInt16LE(entry.path.length, 26)
    this.put(head)
    this.put(entry.path)
    this.entry = entry
    this.entries.push(entry)
    this.deflate = createDeflateRaw({ level: 1 }).on('data', (chunk: Buffer) => {
      entry.compressedSize += chunk.length
      this.put(chunk)
    })
  }

  /** Adds text or bytes to the file. */
  async write(content: string | Uint8Array): Promise<void> {
    if (content.length === 0 || !this.entry || !this.deflate) return
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    this.entry.crc = crc32(bytes, this.entry.crc)
    this.entry.size += bytes.length
    const { deflate } = this
    await new Promise<void>((resolve, reject) =>
      deflate.write(bytes, (error) => (error ? reject(error) : resolve())),
    )
  }

  /** Ends the file. */
  async finish(): Promise<void> {
    const { entry, deflate } = this
    if (!entry || !deflate) return
    deflate.end()
    await once(deflate, 'end')
    const descriptor = Buffer.alloc(16)
    descriptor.writeUInt32LE(0x08074b50, 0)
    descriptor.writeUInt32LE(entry.crc, 4)
    descriptor.writeUInt32LE(entry.compressedSize, 8)
    descriptor.writeUInt32LE(entry.size, 12)
    this.put(descriptor)
    this.entry = null
    this.deflate = null
  }

  /** Writes the directory, which ends the archive. */
  close(): void {
    const start = this.position
    for (const entry of this.entries) this.put(directoryEntry(entry))
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(this.entries.length, 8)
    end.writeUInt16LE(this.entries.length, 10)
    end.writeUInt32LE(this.position - start, 12)
    end.writeUInt32LE(start, 16)
    this.put(end)
  }

  /** Returns the bytes written since the last call. */
  take(): Uint8Array {
    const bytes = Buffer.concat(this.ready)
    this.ready = []
    return bytes
  }

  private put(bytes: Uint8Array): void {
    this.ready.push(bytes)
    this.position += bytes.length
  }
}

function directoryEntry(entry: Entry): Buffer {
  const head = Buffer.alloc(46)
  head.writeUInt32LE(0x02014b50, 0)
  head.writeUInt16LE(VERSION, 4)
  head.writeUInt16LE(VERSION, 6)
  head.writeUInt16LE(FLAGS, 8)
  head.writeUInt16LE(DEFLATED, 10)
  head.writeUInt16LE(DATE, 14)
  head.writeUInt32LE(entry.crc, 16)
  head.writeUInt32LE(entry.compressedSize, 20)
  head.writeUInt32LE(entry.size, 24)
  head.writeUInt16LE(entry.path.length, 28)
  head.writeUInt32LE(entry.offset, 42)
  return Buffer.concat([head, entry.path])
}
