import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encrypts secrets at rest: AES-256-GCM under a key derived per account, bound to the table, column and row
 * that store the value. A value moved to another row, column or account can't be decrypted.
 * Stored as key id (1 byte), nonce (12), tag (16), ciphertext.
 */
export interface Encryption {
  encrypt(plain: string, place: EncryptedPlace): Buffer
  /** Throws when the value was changed or moved, or was encrypted under an unknown key. */
  decrypt(encrypted: Buffer, place: EncryptedPlace): string
}

export interface EncryptedPlace {
  readonly table: string
  readonly column: string
  readonly accountId: string
  readonly rowId: string
}

export function createEncryption(secret: string, previousSecret?: string): Encryption {
  const secrets = [secret, previousSecret].filter((one) => one !== undefined)
  const current = keyId(secret)
  return {
    encrypt(plain, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, place.accountId), nonce)
      cipher.setAAD(associatedData(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([current]), nonce, cipher.getAuthTag(), body])
    },
    decrypt(encrypted, place) {
      // A key id is one byte, so two secrets may share it. Only decrypting tells them apart.
      const candidates = secrets.filter((one) => keyId(one) === encrypted[0])
      for (const one of candidates) {
        const plain = decryptUnder(one, encrypted, place)
        if (plain !== null) return plain
      }
      throw new Error(
        candidates.length === 0
          ? 'encrypted under an unknown key'
          : 'this encrypted value was changed or moved',
      )
    },
  }
}

/** Returns null when the value was not encrypted under this secret for this position. */
function decryptUnder(secret: string, encrypted: Buffer, place: EncryptedPlace): string | null {
  const key = deriveKey(secret, place.accountId)
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(1, 13), { authTagLength: 16 })
  decipher.setAAD(associatedData(place))
  decipher.setAuthTag(encrypted.subarray(13, 29))
  const plain = decipher.update(encrypted.subarray(29))
  try {
    return Buffer.concat([plain, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}

const associatedData = (place: EncryptedPlace): Buffer =>
  Buffer.from([place.table, place.column, place.accountId, place.rowId].join('|'))

const deriveKey = (secret: string, accountId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, accountId, 'quittance/seal', 32))

const keyId = (secret: string): number =>
  Buffer.from(hkdfSync('sha256', secret, '', 'quittance/seal-key-id', 1))[0]!
