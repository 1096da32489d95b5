import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type DecipherGCM,
  hkdfSync,
  randomBytes,
} from 'node:crypto'
import { Transform } from 'node:stream'

/*
 * An encrypted file is nonce (12 bytes) + AES-256-GCM ciphertext + tag (16). Each file has its own key,
 * derived from the backup's key, the backup's salt and the file's name, so that no file opens under another's
 * name.
 */
const NONCE = 12
const TAG = 16

const keyOf = (key: string, salt: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, `quittance/backup/${purpose}`, 32))

export function encrypting(key: string, salt: Buffer, file: string): Transform {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key, salt, file), nonce)
  let begun = false
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!begun) this.push(nonce)
      begun = true
      done(null, cipher.update(chunk))
    },
    flush(done) {
      if (!begun) this.push(nonce)
      this.push(cipher.final())
      done(null, cipher.getAuthTag())
    },
  })
}

/** Fails at the end when a byte differs from the written file. Discard the output of a failed stream. */
export function decrypting(key: string, salt: Buffer, file: string): Transform {
  let held: Buffer = Buffer.alloc(0)
  let decipher: DecipherGCM | undefined
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
      if (!decipher && held.length >= NONCE) {
        decipher = createDecipheriv('aes-256-gcm', keyOf(key, salt, file), held.subarray(0, NONCE))
        held = held.subarray(NONCE)
      }
      // The last bytes received so far may be the tag.
      const ready = decipher ? Math.max(0, held.length - TAG) : 0
      const open = held.subarray(0, ready)
      held = held.subarray(ready)
      done(null, decipher && ready > 0 ? decipher.update(open) : undefined)
    },
    flush(done) {
      try {
        if (!decipher || held.length !== TAG) throw new Error(`${file} is cut off.`)
        decipher.setAuthTag(held)
        done(null, decipher.final())
      } catch (error) {
        done(new Error(`${file} can't be decrypted.`, { cause: error }))
      }
    },
  })
}

/**
 * Returns the manifest's seal: with a key an HMAC, which proves its origin; without one a hash, which detects
 * damage.
 */
export const sealOf = (text: string, salt: Buffer, key: string | undefined): string =>
  key === undefined
    ? createHash('sha256').update(text).digest('hex')
    : createHmac('sha256', keyOf(key, salt, 'manifest'))
        .update(text)
        .digest('hex')

/** Returns a fingerprint that distinguishes one SECRET from another and reveals nothing about it. */
export const fingerprintOf = (secret: string, salt: Buffer): string =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'quittance/backup/secret', 16)).toString('hex')
