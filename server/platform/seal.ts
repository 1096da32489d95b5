import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/**
 * Encryption of secrets at rest: AES-256-GCM under a key derived per account, bound to the place where the value
 * stands. A value moved to another row, column or account does not open.
 * Stored as: key id (1 byte) | nonce (12) | tag (16) | ciphertext.
 */
export interface Sealer {
  seal(plain: string, place: SealedPlace): Buffer
  /** Throws when the value was changed, moved, or sealed under a key that is no longer known. */
  open(sealed: Buffer, place: SealedPlace): string
}

export interface SealedPlace {
  readonly table: string
  readonly column: string
  readonly accountId: string
  readonly rowId: string
}

export function createSealer(secret: string, previousSecret?: string): Sealer {
  const secrets = new Map<number, string>([[keyId(secret), secret]])
  if (previousSecret) secrets.set(keyId(previousSecret), previousSecret)
  const current = keyId(secret)
  return {
    seal(plain, place) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, place.accountId), nonce)
      cipher.setAAD(associatedData(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.from([current]), nonce, cipher.getAuthTag(), body])
    },
    open(sealed, place) {
      const from = secrets.get(sealed[0]!)
      if (from === undefined) throw new Error('sealed under an unknown key')
      const decipher = createDecipheriv(
        'aes-256-gcm',
        deriveKey(from, place.accountId),
        sealed.subarray(1, 13),
      )
      decipher.setAAD(associatedData(place))
      decipher.setAuthTag(sealed.subarray(13, 29))
      return Buffer.concat([decipher.update(sealed.subarray(29)), decipher.final()]).toString('utf8')
    },
  }
}

const associatedData = (place: SealedPlace): Buffer =>
  Buffer.from([place.table, place.column, place.accountId, place.rowId].join('|'))

const deriveKey = (secret: string, accountId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, accountId, 'quittance/seal', 32))

const keyId = (secret: string): number =>
  Buffer.from(hkdfSync('sha256', secret, '', 'quittance/seal-key-id', 1))[0]!
