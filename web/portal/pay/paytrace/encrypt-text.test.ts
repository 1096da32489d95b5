import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { expect, it } from 'vitest'
import { encryptText, importKey } from './encrypt-text.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

it.each(['SHA-1', 'SHA-256'] as const)(
  'encrypts so that only the private key reads it, with %s',
  async (hash) => {
    const key = await importKey({ data: publicKey, hash })
    const [one, other] = [
      await encryptText(key, '4242424242424242'),
      await encryptText(key, '4242424242424242'),
    ]
    expect(one).toMatch(/^[A-Za-z0-9+/]{342}==$/)
    expect(other).not.toBe(one)
    const read = privateDecrypt(
      {
        key: privateKey,
        padding: constants.RSA_PKCS1_OAEP_PADDING,
        oaepHash: hash.replace('-', '').toLowerCase(),
      },
      Buffer.from(one, 'base64'),
    )
    expect(read.toString()).toBe('4242424242424242')
  },
)

it('takes no text that is not a key', async () => {
  await expect(Promise.resolve().then(() => importKey({ data: 'no key', hash: 'SHA-1' }))).rejects.toThrow()
})
