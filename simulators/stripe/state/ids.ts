import { randomBytes } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns `length` random letters and digits. */
export const randomText = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('')

/** Returns an id in Stripe's form, such as pi_3Qx…. */
export const newId = (prefix: string): string => `${prefix}_${randomText(24)}`
