import { generate } from 'selfsigned'

/** A certificate for this machine alone, which nobody trusts by default, with its key. Both are PEM. */
export interface OwnCertificate {
  readonly cert: string
  readonly key: string
}

/** Creates a certificate for localhost and 127.0.0.1, signed by itself. */
export async function createCertificate(): Promise<OwnCertificate> {
  const extensions = [
    {
      name: 'subjectAltName' as const,
      altNames: [
        { type: 2 as const, value: 'localhost' },
        { type: 7 as const, ip: '127.0.0.1' },
      ],
    },
  ]
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions,
  })
  return { cert, key }
}
