import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate that signs itself, with its private key. */
export interface Certificate {
  /** PEM. */
  readonly text: string
  readonly privateKey: KeyObject
}

const SHA256_WITH_RSA = '2a864886f70d01010b'
const COMMON_NAME = '550403'
const YEARS = 20
const YEAR_MS = 365 * 86_400_000

/** Creates a certificate in the form of X.509 (RFC 5280), valid around a time in epoch ms. */
export function createCertificate(name: string, nowMs: number): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const algorithm = sequence(objectId(SHA256_WITH_RSA), der(0x05))
  const subject = sequence(der(0x31, sequence(objectId(COMMON_NAME), der(0x0c, Buffer.from(name)))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    subject,
    sequence(time(nowMs - YEARS * YEAR_MS), time(nowMs + YEARS * YEAR_MS)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)])
  const whole = sequence(body, algorithm, der(0x03, signature)).toString('base64')
  const lines = whole.match(/.{1,64}/g)!.join('\n')
  return { text: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, privateKey }
}

/** One value in the Distinguished Encoding Rules of ASN.1. */
function der(tag: number, content: Buffer = Buffer.alloc(0)): Buffer {
  const { length } = content
  const bytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, Buffer.concat(parts))
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'))

/** GeneralizedTime, which has four digits of the year. */
const time = (ms: number): Buffer =>
  der(0x18, Buffer.from(`${new Date(ms).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}Z`))
