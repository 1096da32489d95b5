import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { LoginAppContext } from '../../account-security/app-of-account.ts'
import { type Account, useAccount } from '../../session/account-context.ts'
import { useLogOut } from '../../session/use-log-out.ts'
import { Button } from '../../ui/layout/button.tsx'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { BUSINESS_APP } from '../accounts/app-of-business.tsx'
import { nameOfAccount, useAccountSwitch } from '../accounts/use-account-choice.ts'
import { CalmHeading, CalmPage } from '../layout/calm-page.tsx'

const SetUp = lazyWithRetry(
  () => import('../../account-security/second-factor-set-up.tsx'),
  'SetUpSecondFactor',
)
const Leave = lazyWithRetry(() => import('../team/leave-dialog.tsx'), 'LeaveDialog')

/** Blocks an owner or admin without two-step login while their company requires it. */
export function SecondFactorGate({
  accounts,
  settingUp,
  onSettingUp,
}: {
  accounts: readonly Account[]
  settingUp: boolean
  onSettingUp: (now: boolean) => void
}) {
  const { pk, company, role, second_factor: factor } = useAccount()
  const queryClient = useQueryClient()
  const { logOut, busy } = useLogOut()
  const [leaving, setLeaving] = useState(false)
  return (
    <CalmPage>
      <CalmHeading title="Set up two-step login first">
        {factor.by_connection
          ? `${company.name || 'Your company'} takes real payments, so owners and admins need a code as well as a password.`
          : `${company.name || 'Your company'} requires a code as well as a password from owners and admins.`}{' '}
        It takes a minute and an authenticator app.
      </CalmHeading>
      <div className="grid gap-3">
        <Button variant="primary" size="lg" onClick={() => onSettingUp(true)}>
          Set up two-step login
        </Button>
        <Button size="lg" busy={busy} onClick={logOut}>
          Log Out
        </Button>
        {role !== 'owner' && (
          <Button variant="bare" onClick={() => setLeaving(true)}>
            Leave company
          </Button>
        )}
      </div>
      <Elsewhere accounts={accounts.filter((other) => other.pk !== pk)} />
      <Suspense>
        {settingUp && (
          <LoginAppContext value={BUSINESS_APP}>
            <SetUp
              onClose={() => {
                onSettingUp(false)
                void queryClient.invalidateQueries({ queryKey: ['accounts'] })
              }}
            />
          </LoginAppContext>
        )}
        {leaving && <Leave onClose={() => setLeaving(false)} />}
      </Suspense>
    </CalmPage>
  )
}

/** Lists the user's other companies, which may not require two-step login. */
function Elsewhere({ accounts }: { accounts: readonly Account[] }) {
  const switchTo = useAccountSwitch()
  if (accounts.length === 0) return null
  return (
    <section aria-labelledby="elsewhere" className="mt-8 border-t border-line pt-5">
      <h2 id="elsewhere" className="text-14 font-semibold">
        Or work in another company
      </h2>
      <ul className="mt-2 grid">
        {accounts.map((other) => (
          <li key={other.pk}>
            <Button variant="bare" className="-ms-3" onClick={() => switchTo(other)}>
              {nameOfAccount(other)}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
