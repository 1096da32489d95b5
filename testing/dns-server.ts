import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'

/** Records of a name: 'mail.example TXT'. */
export type DnsRecords = Readonly<Record<string, readonly string[]>>

export interface DnsServer {
  /** 'address:port' for a resolver. */
  readonly address: string
  readonly asked: string[]
  close(): Promise<void>
}

const TYPES = new Map([
  [15, 'MX'],
  [16, 'TXT'],
])
const NAME_ERROR = 3
const SERVER_FAILURE = 2

/**
 * Starts a name server on loopback (RFC 1035). A name without records does not exist; one whose records are 'FAILURE' is
 * answered with a failure. `MX` records are 'priority host'.
 */
export async function startDnsServer(records: DnsRecords): Promise<DnsServer> {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (query, peer) => {
    const { name, type, end } = readQuestion(query)
    const key = `${name} ${TYPES.get(type) ?? type}`
    asked.push(key)
    const values = records[key]
    const code = values?.[0] === 'FAILURE' ? SERVER_FAILURE : values === undefined ? NAME_ERROR : 0
    const answers = code === 0 ? values!.map((value) => encodeAnswer(type, value)) : []
    const head = Buffer.from(query.subarray(0, 12))
    head.writeUInt16BE(0x8180 | code, 2)
    head.writeUInt16BE(answers.length, 6)
    head.writeUInt32BE(0, 8)
    socket.send(Buffer.concat([head, query.subarray(12, end), ...answers]), peer.port, peer.address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  }
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = []
  let at = 12
  while (query[at] !== 0) {
    const length = query[at]!
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 }
}

/** An answer about the name of the question, which begins at byte 12. */
function encodeAnswer(type: number, value: string): Buffer {
  const data = type === 15 ? encodeMx(value) : encodeTxt(value)
  const head = Buffer.alloc(12)
  head.writeUInt16BE(0xc00c, 0)
  head.writeUInt16BE(type, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt32BE(60, 6)
  head.writeUInt16BE(data.length, 10)
  return Buffer.concat([head, data])
}

/** A long text is in several strings of at most 255 bytes. */
function encodeTxt(value: string): Buffer {
  const parts = value.match(/.{1,255}/gs) ?? ['']
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])))
}

function encodeMx(value: string): Buffer {
  const [priority = '0', host = ''] = value.split(' ')
  const name = host
    .split('.')
    .map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]))
  const head = Buffer.alloc(2)
  head.writeUInt16BE(Number(priority))
  return Buffer.concat([head, ...name, Buffer.from([0])])
}
