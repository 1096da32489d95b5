import { QueryClientProvider } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { AccountProvider } from '../../session/account-context.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { useSetup } from '../accounts/setup-steps.ts'
import { useAccountChoice } from '../accounts/use-account-choice.ts'
import { Redirect } from '../layout/redirect.tsx'
import { queryClient } from '../query-client.ts'
import { AccountsFailedPage } from './accounts-failed-page.tsx'
import { AppFrame } from './app-frame.tsx'
import { gateBefore } from './gates.ts'
import { StepUp } from './step-up.tsx'

// Rarely shown, so loaded lazily.
const SetupFrame = lazyWithRetry(() => import('../accounts/setup-frame.tsx'), 'SetupFrame')
const SecondFactorGate = lazyWithRetry(() => import('./second-factor-gate.tsx'), 'SecondFactorGate')
const NoAccountPage = lazyWithRetry(() => import('../accounts/no-account-page.tsx'), 'NoAccountPage')

/** Wraps every page of a signed-in user: chooses the account, then draws the frame. */
export function Shell() {
  return (
    <QueryClientProvider client={queryClient}>
      <Frame />
      <StepUp />
    </QueryClientProvider>
  )
}

function Frame() {
  const choice = useAccountChoice()
  const setup = useSetup() !== null
  const [settingUp, setSettingUp] = useState(false)
  const pathname = useLocation({ select: (location) => location.pathname })
  const asked = useLocation({
    select: ({ search }) => (search as { account_type?: string }).account_type,
  })
  if (choice.state === 'failed') return <AccountsFailedPage {...choice} />
  if (choice.state === 'none') return <NoAccountPage />
  if (choice.state === 'loading') return setup ? <SetupFrame loading /> : <AppFrame accounts={null} />
  const { account_type: type, subscription, blocked, closing, flags, second_factor: factor } = choice.account
  // The address stays, so that the user can continue there. Codes that are shown once stay until dismissed.
  if (factor.missing || settingUp)
    return (
      <AccountProvider value={choice.account}>
        <SecondFactorGate accounts={choice.accounts} settingUp={settingUp} onSettingUp={setSettingUp} />
      </AccountProvider>
    )
  const gate = gateBefore(pathname, {
    emailVerified: true,
    account: {
      subscriptionActive: subscription.is_active && !blocked,
      isClosed: closing !== null,
      hasType: type !== null,
      asksType: flags['choose-account-type'],
    },
  })
  // The account type page handles a link that preselects the type.
  if (gate !== null)
    return <Redirect to={gate} search={asked === undefined ? {} : { account_type: asked }} replace />
  return (
    <AccountProvider value={choice.account}>
      {setup ? <SetupFrame /> : <AppFrame accounts={choice.accounts} />}
    </AccountProvider>
  )
}
