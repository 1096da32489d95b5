import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { setQueryData, useQuery } from '../../session/calls/use-query.ts'
import { useCall, useSession, useSessionControl } from '../../session/session-context.tsx'
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
  return useQuery({
    key: homeKey(customerId),
    ask: async (signal) => {
      const home = await call(contract.portal.home, {}, { signal }).catch((error) => {
        if (customerId && error instanceof ApiError && error.status === 404) session.chooseCustomer(null)
        throw error
      })
      const { pk } = home.account
      setQueryData(PREFERENCES, home.preferences)
      setQueryData(ALL_ACCOUNTS, home.all_accounts)
      setQueryData(accountKey(pk), home.account)
      setQueryData(creditMemosKey(pk, 1), home.credit_memos)
      setQueryData(methodsKey(pk), home.payment_methods)
      setQueryData(autoPaymentsKey(pk), home.auto_payments)
      if (pk !== customerId) {
        setQueryData(homeKey(pk), home)
        session.chooseCustomer(pk)
      }
      return home
    },
    enabled: signedIn,
    freshMs: Number.POSITIVE_INFINITY,
  })
}
