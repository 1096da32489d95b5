import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { SIGN_IN_PROVIDERS } from '../../../domain/people/sign-in-providers.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { loginOptions } from './login-options.ts'
import { newcomerOf } from './newcomer.ts'
import { SignUpPage } from './sign-up-page.tsx'

const ProviderSignUp = lazyWithRetry(
  () => import('./provider/provider-sign-up-page.tsx'),
  'ProviderSignUpPage',
)

/** Chooses between the provider sign-up and the password sign-up. */
export function SignUpEntry() {
  const lead = useSearch({ strict: false, select: (search) => search.lead })
  const [newcomer] = useState(() => newcomerOf(lead))
  // Kept in memory only, so a reload or a typed address finds nothing.
  const lost = loginOptions().providers.find((provider) => provider === lead)
  if (newcomer === null) return <SignUpPage lost={lost && SIGN_IN_PROVIDERS[lost].name} />
  return (
    <Suspense>
      <ProviderSignUp newcomer={newcomer} />
    </Suspense>
  )
}
