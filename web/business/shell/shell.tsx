import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { AccountProvider } from '../../session/account-context.ts'
import { useIsSetup } from '../accounts/setup-steps.ts'
import { StepUp } from '../auth/step-up.tsx'
import { queryClient } from '../query-client.ts'
import { AccountsFailedPage, NoAccountPage } from './account-failure-page.tsx'
import { AppFrame } from './app-frame.tsx'
import { SetupFrame } from './setup-frame.tsx'
import { useAccountChoice } from './use-account-choice.ts'

/** Around every page of a signed-in person: settles which account one works in, then draws the frame. */
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
  const setup = useIsSetup()
  if (choice.state === 'failed') return <AccountsFailedPage {...choice} />
  if (choice.state === 'none') return <NoAccountPage />
  if (choice.state === 'loading') return setup ? <SetupFrame loading /> : <AppFrame accounts={null} />
  if (choice.account.account_type === null) return <Navigate to="/choose-account-type" replace />
  return (
    <AccountProvider value={choice.account}>
      {setup ? <SetupFrame /> : <AppFrame accounts={choice.accounts} />}
    </AccountProvider>
  )
}
