import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { SIGN_IN_PROVIDERS } from '../../../domain/people/sign-in-providers.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { newcomerOf } from './newcomer.ts'
import { SignUpPage } from './sign-up-page.tsx'
import { waysIn } from './ways-in.ts'

const ProviderSignUp = lazyWithRetry(
  () => import('./provider/provider-sign-up-page.tsx'),
  'ProviderSignUpPage',
)

/** The sign-up of who is back from a provider, or that with a password. */
export function SignUpDoor() {
  const lead = useSearch({ strict: false, select: (search) => search.lead })
  const [newcomer] = useState(() => newcomerOf(lead))
  // Known to the page alone, so after a reload or at a typed address nothing is.
  const lost = waysIn().providers.find((provider) => provider === lead)
  if (newcomer === null) return <SignUpPage lost={lost && SIGN_IN_PROVIDERS[lost].name} />
  return (
    <Suspense>
      <ProviderSignUp newcomer={newcomer} />
    </Suspense>
  )
}
