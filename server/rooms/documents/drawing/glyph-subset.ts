/** Hinting tables, which are copied into a subset where the font has them. */
const COPIED = ['cvt ', 'fpgm', 'prep'] as const

// Flags of a composite glyph's components (OpenType specification, 'glyf').
const ARGUMENTS_ARE_WORDS = 0x0001
const HAS_SCALE = 0x0008
const MORE_COMPONENTS = 0x0020
const HAS_TWO_SCALES = 0x0040
const HAS_MATRIX = 0x0080

/** A TrueType file with its table directory parsed, from which many subsets can be made. */
export interface GlyphSource {
  /** Bytes of a glyph and its components: their glyph ids and the offsets of these ids in the bytes. */
  glyph(id: number): { readonly bytes: Uint8Array; readonly parts: readonly { id: number; offset: number }[] }
  metrics(id: number): { readonly advance: number; readonly bearing: number }
  readonly tables: ReadonlyMap<string, Uint8Array>
}

/** Reads the directory of a TrueType file. @throws Error when a table is missing */
export function openGlyphSource(file: Buffer): GlyphSource {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const tables = new Map<string, Uint8Array>()
  for (let i = 0; i < view.getUint16(4); i++) {
    const entry = 12 + 16 * i
    const start = view.getUint32(entry + 8)
    tables.set(
      file.toString('latin1', entry, entry + 4),
      file.subarray(start, start + view.getUint32(entry + 12)),
    )
  }
  const table = (tag: string) => {
    const bytes = tables.get(tag)
    if (!bytes) throw new Error(`The font has no table ${tag}.`)
    return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  }
  const [loca, glyf, hmtx] = [table('loca'), table('glyf'), table('hmtx')]
  const isLong = table('head').view.getInt16(50) === 1
  const metricsCount = table('hhea').view.getUint16(34)
  const offsetOf = (id: number) => (isLong ? loca.view.getUint32(4 * id) : 2 * loca.view.getUint16(2 * id))
  const known = new Map<number, ReturnType<GlyphSource['glyph']>>()
  return {
    tables,
    glyph(id) {
      const kept = known.get(id)
      if (kept) return kept
      const bytes = glyf.bytes.subarray(offsetOf(id), offsetOf(id + 1))
      const found = { bytes, parts: findParts(bytes) }
      known.set(id, found)
      return found
    },
    metrics(id) {
      const last = 4 * (metricsCount - 1)
      return id < metricsCount
        ? { advance: hmtx.view.getUint16(4 * id), bearing: hmtx.view.getInt16(4 * id + 2) }
        : {
            advance: hmtx.view.getUint16(last),
            bearing: hmtx.view.getInt16(last + 4 + 2 * (id - metricsCount)),
          }
    },
  }
}

function findParts(bytes: Uint8Array): { id: number; offset: number }[] {
  if (bytes.length === 0) return []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: { id: number; offset: number }[] = []
  if (view.getInt16(0) >= 0) return parts
  let at = 10
  let flags = MORE_COMPONENTS
  while (flags & MORE_COMPONENTS) {
    flags = view.getUint16(at)
    parts.push({ id: view.getUint16(at + 2), offset: at + 2 })
    at += 4 + (flags & ARGUMENTS_ARE_WORDS ? 4 : 2)
    at += flags & HAS_MATRIX ? 8 : flags & HAS_TWO_SCALES ? 4 : flags & HAS_SCALE ? 2 : 0
  }
  return parts
}

/** Glyphs used by one document, numbered in the order of their first use. Has the interface that pdfkit expects. */
export class GlyphSubset {
  readonly cff = undefined
  private readonly source: GlyphSource
  private readonly ids: number[] = []
  private readonly numbers = new Map<number, number>()

  constructor(source: GlyphSource) {
    this.source = source
    // Glyph 0 of every font stands for missing characters.
    this.includeGlyph(0)
  }

  /** Returns the glyph's number within the subset. */
  includeGlyph(id: number): number {
    const known = this.numbers.get(id)
    if (known !== undefined) return known
    const number = this.ids.push(id) - 1
    this.numbers.set(id, number)
    return number
  }

  /** Writes a TrueType file with these glyphs and their components. */
  encode(): Uint8Array {
    const glyphs: Uint8Array[] = []
    const offsets = [0]
    for (let i = 0; i < this.ids.length; i++) {
      const bytes = this.renumbered(this.ids[i]!)
      glyphs.push(bytes)
      offsets.push(offsets[i]! + padded(bytes.length))
    }
    const loca = new DataView(new ArrayBuffer(4 * offsets.length))
    for (const [index, offset] of offsets.entries()) loca.setUint32(4 * index, offset)
    const glyf = new Uint8Array(offsets.at(-1)!)
    for (const [index, bytes] of glyphs.entries()) glyf.set(bytes, offsets[index])
    return writeFile([
      ...this.copiedTables(),
      ['glyf', glyf],
      ['head', this.changedTable('head', (head) => head.setInt16(50, 1))],
      ['hhea', this.changedTable('hhea', (hhea) => hhea.setUint16(34, this.ids.length))],
      ['hmtx', this.metricsTable()],
      ['loca', new Uint8Array(loca.buffer)],
      ['maxp', this.changedTable('maxp', (maxp) => maxp.setUint16(4, this.ids.length))],
    ])
  }

  private renumbered(id: number): Uint8Array {
    const { bytes, parts } = this.source.glyph(id)
    if (parts.length === 0) return bytes
    const copy = Uint8Array.from(bytes)
    const view = new DataView(copy.buffer)
    for (const part of parts) view.setUint16(part.offset, this.includeGlyph(part.id))
    return copy
  }

  private copiedTables(): [string, Uint8Array][] {
    return COPIED.flatMap((tag): [string, Uint8Array][] => {
      const bytes = this.source.tables.get(tag)
      return bytes ? [[tag, bytes]] : []
    })
  }

  private changedTable(tag: string, change: (view: DataView) => void): Uint8Array {
    const copy = Uint8Array.from(this.source.tables.get(tag)!)
    change(new DataView(copy.buffer))
    return copy
  }

  private metricsTable(): Uint8Array {
    const view = new DataView(new ArrayBuffer(4 * this.ids.length))
    for (const [index, id] of this.ids.entries()) {
      const { advance, bearing } = this.source.metrics(id)
      view.setUint16(4 * index, advance)
      view.setInt16(4 * index + 2, bearing)
    }
    return new Uint8Array(view.buffer)
  }
}

const padded = (length: number) => (length + 3) & ~3

/** Writes a font file: the directory, then the tables in the same order, each aligned to 4 bytes. */
function writeFile(tables: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  const directory = 12 + 16 * tables.length
  const size = tables.reduce((sum, [, bytes]) => sum + padded(bytes.length), directory)
  const file = Buffer.alloc(size)
  const exponent = Math.floor(Math.log2(tables.length))
  file.writeUInt32BE(0x00010000, 0)
  file.writeUInt16BE(tables.length, 4)
  file.writeUInt16BE(16 * 2 ** exponent, 6)
  file.writeUInt16BE(exponent, 8)
  file.writeUInt16BE(16 * tables.length - 16 * 2 ** exponent, 10)
  let at = directory
  for (const [index, [tag, bytes]] of tables.entries()) {
    const entry = 12 + 16 * index
    file.set(bytes, at)
    file.write(tag, entry, 'latin1')
    file.writeUInt32BE(checksum(file.subarray(at, at + padded(bytes.length))), entry + 4)
    file.writeUInt32BE(at, entry + 8)
    file.writeUInt32BE(bytes.length, entry + 12)
    at += padded(bytes.length)
  }
  return file
}

function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
