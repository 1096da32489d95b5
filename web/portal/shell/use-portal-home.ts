import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/api-error.ts'
import { useCall, useSession, useSessionControl } from '../../session/session-context.tsx'
import { putAnswer, useAnswer } from '../../session/use-answer.ts'
import { creditMemosKey } from '../home/use-credit-memos.ts'
import { autoPaymentsKey, methodsKey } from '../methods/use-methods.ts'
import { ALL_ACCOUNTS, accountKey } from './use-account.ts'
import { PREFERENCES } from './use-preferences.ts'

const homeKey = (customerId: string | null) => ['portal-home', customerId] as const

/**
 * All that the portal opens with, asked for once for each customer. Every part is kept under the key of the screen that
 * shows it, which finds it there and from then on asks for it alone. Whose it is is chosen by that where nobody was, and
 * left to the server again where the chosen one is no longer theirs to see.
 */
export function usePortalHome() {
  const { signedIn, customerId } = useSession()
  const call = useCall()
  const session = useSessionControl()
  return useAnswer({
    key: homeKey(customerId),
    ask: async (signal) => {
      const home = await call(contract.portal.home, {}, { signal }).catch((error) => {
        if (customerId && error instanceof ApiError && error.status === 404) session.chooseCustomer(null)
        throw error
      })
      const { pk } = home.account
      putAnswer(PREFERENCES, home.preferences)
      putAnswer(ALL_ACCOUNTS, home.all_accounts)
      putAnswer(accountKey(pk), home.account)
      putAnswer(creditMemosKey(pk, 1), home.credit_memos)
      putAnswer(methodsKey(pk), home.payment_methods)
      putAnswer(autoPaymentsKey(pk), home.auto_payments)
      if (pk !== customerId) {
        putAnswer(homeKey(pk), home)
        session.chooseCustomer(pk)
      }
      return home
    },
    enabled: signedIn,
    freshMs: Number.POSITIVE_INFINITY,
  })
}
