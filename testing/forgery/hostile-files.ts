import { crc32, deflateSync, gzipSync } from 'node:zlib'
import sharp from 'sharp'

/** Content that must not survive in any stored or served file. */
export const PAYLOAD = '<script>alert(1)</script><?php system($_GET[1]); ?>'

export interface HostileFile {
  readonly name: string
  readonly bytes: Buffer
}

const picture = (width = 60, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#0e6553' } })

/** Valid images with embedded extra content: they must be re-encoded or refused. */
export async function imagesWithPayload(): Promise<HostileFile[]> {
  const payload = Buffer.from(PAYLOAD)
  const png = await picture().png().toBuffer()
  const jpeg = await picture().jpeg().toBuffer()
  const exif = { IFD0: { Artist: PAYLOAD }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } }
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/">${PAYLOAD}</x:xmpmeta>`
  return [
    { name: 'a PNG with a trailing script', bytes: Buffer.concat([png, payload]) },
    { name: 'a PNG with a trailing ZIP', bytes: Buffer.concat([png, zipOf(payload)]) },
    { name: 'a PNG with a script in a comment', bytes: withChunk(png, 'tEXt', `Comment\0${PAYLOAD}`) },
    { name: 'a PNG with a script in its own chunk', bytes: withChunk(png, 'evIl', PAYLOAD) },
    { name: 'a JPEG with a script in a comment', bytes: withComment(jpeg, PAYLOAD) },
    {
      name: 'a JPEG with a trailing PDF',
      bytes: Buffer.concat([jpeg, Buffer.from(`%PDF-1.7\n${PAYLOAD}`)]),
    },
    { name: 'a JPEG with its location', bytes: await picture().withExif(exif).jpeg().toBuffer() },
    { name: 'a WebP with its location', bytes: await picture().withExif(exif).webp().toBuffer() },
    { name: 'a PNG with a description', bytes: await picture().withXmp(xmp).png().toBuffer() },
  ]
}

/** Files that are neither an image nor a table, whatever type they claim. */
export async function unacceptableFiles(): Promise<HostileFile[]> {
  const png = await picture().png().toBuffer()
  return [
    {
      name: 'SVG with a script',
      bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${PAYLOAD}</svg>`),
    },
    {
      name: 'SVG with an external entity',
      bytes: Buffer.from(
        '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>',
      ),
    },
    { name: 'a web page', bytes: Buffer.from(`<!doctype html>${PAYLOAD}`) },
    { name: 'a GIF that is a script', bytes: Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(1)//') },
    {
      name: 'a PNG signature and a script',
      bytes: Buffer.concat([png.subarray(0, 8), Buffer.from(PAYLOAD)]),
    },
    { name: 'half a PNG', bytes: png.subarray(0, 60) },
    { name: 'a PNG of 50,000 by 50,000', bytes: pngOf(50_000, 50_000, deflateSync(Buffer.alloc(1_000_000))) },
    { name: 'a PNG of zero width', bytes: pngOf(0, 10, deflateSync(Buffer.alloc(10))) },
    {
      name: 'a PNG of 25 megapixels in 73 KB',
      bytes: pngOf(5_000, 5_000, deflateSync(Buffer.alloc(75_005_000))),
    },
    { name: 'ten megabytes in gzip', bytes: gzipSync(Buffer.alloc(10_000_000, 'a,b\n')) },
    { name: 'a ZIP', bytes: zipOf(Buffer.from(PAYLOAD)) },
    { name: 'a PDF', bytes: Buffer.from(`%PDF-1.7\n1 0 obj<</JS(${PAYLOAD})>>`) },
    { name: 'a program', bytes: Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(500)]) },
    { name: 'zeros', bytes: Buffer.alloc(1_000) },
    { name: 'an empty file', bytes: Buffer.alloc(0) },
  ]
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([size, body, sum])
}

function pngOf(width: number, height: number, pixels: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Inserts a chunk after the header of a PNG. */
const withChunk = (png: Buffer, type: string, text: string): Buffer =>
  Buffer.concat([png.subarray(0, 33), chunk(type, Buffer.from(text, 'latin1')), png.subarray(33)])

function withComment(jpeg: Buffer, text: string): Buffer {
  const head = Buffer.from([0xff, 0xfe, 0, 0])
  head.writeUInt16BE(text.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), head, Buffer.from(text, 'latin1'), jpeg.subarray(2)])
}

const zipOf = (content: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('PK\x03\x04'),
    Buffer.alloc(26),
    content,
    Buffer.from('PK\x05\x06'),
    Buffer.alloc(18),
  ])
