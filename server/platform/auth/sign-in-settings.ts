import { z } from 'zod'
import { SIGN_IN_PROVIDER_IDS, type SignInProvider } from '../../../domain/people/sign-in-providers.ts'
import { safeAddress } from '../safe-address.ts'

/** Client registration at an identity provider. */
export interface SignInClient {
  readonly clientId: string
  readonly clientSecret: string
  /** Replaces the provider's own address. */
  readonly issuer: string | undefined
}

export type SignInClients = Readonly<Partial<Record<SignInProvider, SignInClient>>>

type Name = `${Uppercase<SignInProvider>}_${'CLIENT_ID' | 'CLIENT_SECRET' | 'ISSUER'}`

const text = z.string().min(1).optional()

/** Environment settings of every provider. */
export const providerSettings = {
  ...(Object.fromEntries(
    SIGN_IN_PROVIDER_IDS.flatMap((id) => {
      const name = id.toUpperCase()
      return [
        [`${name}_CLIENT_ID`, text],
        [`${name}_CLIENT_SECRET`, text],
        [`${name}_ISSUER`, safeAddress],
      ]
    }),
  ) as Record<Name, typeof text>),
}

/** Returns the providers whose settings are complete. Throws for a partly configured one. */
export function readProviders(values: { readonly [name in Name]?: string | undefined }): {
  signInClients: SignInClients
} {
  const clients: Partial<Record<SignInProvider, SignInClient>> = {}
  for (const id of SIGN_IN_PROVIDER_IDS) {
    const name = id.toUpperCase() as Uppercase<SignInProvider>
    const clientId = values[`${name}_CLIENT_ID`]
    const clientSecret = values[`${name}_CLIENT_SECRET`]
    if ((clientId === undefined) !== (clientSecret === undefined))
      throw new Error(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET belong together: set both or neither.`)
    if (clientId !== undefined && clientSecret !== undefined)
      clients[id] = { clientId, clientSecret, issuer: values[`${name}_ISSUER`] }
  }
  return { signInClients: clients }
}
