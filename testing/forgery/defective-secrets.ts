import { createHash } from 'node:crypto'

/** Variants of an emailed secret with one defect each. None may be accepted. */
export function defectsOf(secret: string): [name: string, value: unknown][] {
  const hash = createHash('sha256').update(secret)
  const sum = hash.digest()
  const swapped = secret.replace(/[a-z]/i, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  return [
    ['nothing', ''],
    ['cut short', secret.slice(0, -1)],
    ['without its first letter', secret.slice(1)],
    ['longer', `${secret}A`],
    ['padded', `${secret}=`],
    ['one letter in the other case', swapped],
    ['backwards', [...secret].reverse().join('')],
    ['with a space inside', `${secret.slice(0, 9)} ${secret.slice(9)}`],
    ['with a trailing zero byte', `${secret}\0`],
    ['with a lone surrogate', `${secret}\ud800`],
    ['with a letter of another script', `${secret.slice(0, -1)}а`],
    ['percent-encoded', [...secret].map((one) => `%${one.charCodeAt(0).toString(16)}`).join('')],
    ['the stored hash', sum.toString('hex')],
    ['the hash in base64', sum.toString('base64url')],
    ['the hash as bytes', `\\x${sum.toString('hex')}`],
    ['a pattern', `${secret.slice(0, 8)}%`],
    ['a condition', "' or '1'='1"],
    ['huge', secret.repeat(400)],
    ['a number', 0],
    ['true', true],
    ['a list', [secret]],
    ['an object', { toString: secret }],
    ['null', null],
  ]
}
