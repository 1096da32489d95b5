import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Signs what leaves for a domain (RFC 6376). */
export interface DkimKey {
  readonly domain: string
  readonly selector: string
  /** PEM. */
  readonly privateKey: string
  /** The record that receivers read at `selector._domainkey.domain`. */
  readonly record: string
}

const MIN_RSA_BITS = 1024

/**
 * Reads the private key of a file.
 * @throws Error with one sentence that names the setting; it repeats nothing of the file
 */
export function readDkimKey(domain: string, selector: string, path: string): DkimKey {
  const privateKey = readPem(path)
  const key = parseKey(privateKey, path)
  return { domain, selector, privateKey, record: recordOf(key) }
}

function readPem(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new Error(
      `DKIM_KEY_FILE can't be read: ${(error as { code?: string }).code ?? 'unknown error'} at ${path}.`,
    )
  }
}

function parseKey(pem: string, path: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new Error(
      `DKIM_KEY_FILE has to be a private key in PEM without a passphrase, which ${path} is not.`,
    )
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0
  if (key.asymmetricKeyType !== 'rsa')
    throw new Error('DKIM_KEY_FILE has to be an RSA key, which every receiver can check.')
  if (bits < MIN_RSA_BITS)
    throw new Error(
      `DKIM_KEY_FILE has ${bits} bits. Receivers ignore signatures with less than ${MIN_RSA_BITS}.`,
    )
  return key
}

function recordOf(key: KeyObject): string {
  const bytes = createPublicKey(key).export({ type: 'spki', format: 'der' })
  return `v=DKIM1; k=rsa; p=${bytes.toString('base64')}`
}
