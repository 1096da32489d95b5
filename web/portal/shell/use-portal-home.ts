import { contract } from '../../../contract/index.ts'
import { useCall, useSession } from '../../session/session-context.tsx'
import { putAnswer, useAnswer } from '../../session/use-answer.ts'
import { creditMemosKey } from '../home/use-credit-memos.ts'
import { autoPaymentsKey, methodsKey } from '../methods/use-methods.ts'
import { ALL_ACCOUNTS, accountKey } from './use-account.ts'
import { PREFERENCES } from './use-preferences.ts'

/**
 * All that the portal opens with, asked for once for each customer. Every part is kept under the key of the screen that
 * shows it, which finds it there and from then on asks for it alone.
 */
export function usePortalHome() {
  const { signedIn, customerId } = useSession()
  const call = useCall()
  return useAnswer({
    key: ['portal-home', customerId],
    ask: async (signal) => {
      const home = await call(contract.portal.home, {}, { signal })
      putAnswer(PREFERENCES, home.preferences)
      putAnswer(ALL_ACCOUNTS, home.all_accounts)
      putAnswer(accountKey(customerId), home.account)
      putAnswer(creditMemosKey(home.account.pk, 1), home.credit_memos)
      putAnswer(methodsKey(customerId), home.payment_methods)
      putAnswer(autoPaymentsKey(customerId), home.auto_payments)
      return home
    },
    enabled: signedIn,
    freshMs: Number.POSITIVE_INFINITY,
  })
}
