import { useRef } from 'react'
import { contract } from '../../../contract/index.ts'
import { type Account, useAccount } from '../../session/account-context.ts'
import { isChangedMeanwhile } from '../../session/calls/api-error.ts'
import { knowing } from '../../session/forms/form-changes.ts'
import { useCall } from '../../session/session-context.tsx'

/**
 * The account as a form was filled with it. `readAgain` after a refusal, when somebody else changed it: a second save then replaces what somebody else saved,
 * knowingly. `saved` after a save.
 */
export function useReadAccount() {
  const account = useAccount()
  const call = useCall()
  const base = useRef(account)
  return {
    base,
    saved: (now: Account) => {
      base.current = now
      return now
    },
    async readAgain(error: unknown) {
      if (!isChangedMeanwhile(error)) return
      const now = await call(contract.accounts.read, { params: { account: account.pk } }).catch(() => null)
      if (!now) return
      const company = knowing(base.current.company, now.company, error)
      base.current = { ...knowing(base.current, now, error), company }
    },
  }
}
