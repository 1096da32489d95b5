/** The static JSON with a company's key: `data` is a public key in PEM. */
export interface KeyJson {
  readonly data: string
  readonly hash: 'SHA-1' | 'SHA-256'
}

/** Imports a key of RSA-OAEP from its PEM. Throws where the text is no key. */
export function importKey({ data, hash }: KeyJson): Promise<CryptoKey> {
  const base64 = data.replace(/-----[^-]+-----|\s/g, '')
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  return crypto.subtle.importKey('spki', bytes, { name: 'RSA-OAEP', hash }, false, ['encrypt'])
}

/** Encrypts a short text by RSA-OAEP. Returns base64; each call returns another text. */
export async function encryptText(key: CryptoKey, text: string): Promise<string> {
  const encrypted = await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, new TextEncoder().encode(text))
  return btoa(String.fromCharCode(...new Uint8Array(encrypted)))
}
