import { useSearch } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { lazyWithRetry } from '../../ui/lazy-with-retry.ts'
import { newcomerOf } from './newcomer.ts'
import { SignUpPage } from './sign-up-page.tsx'

const ProviderSignUp = lazyWithRetry(() => import('./provider-sign-up-page.tsx'), 'ProviderSignUpPage')

/** The sign-up of who is back from a provider, or that with a password. */
export function SignUpDoor() {
  const lead = useSearch({ strict: false, select: (search) => search.lead })
  const [newcomer] = useState(() => newcomerOf(lead))
  if (newcomer === null) return <SignUpPage />
  return (
    <Suspense>
      <ProviderSignUp newcomer={newcomer} />
    </Suspense>
  )
}
