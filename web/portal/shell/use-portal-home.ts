import { contract } from '../../../contract/index.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import { setQueryData, useQuery } from '../../session/calls/use-query.ts'
import { useCall, useSession, useSessionControl } from '../../session/session-context.tsx'
import { ALL_ACCOUNTS, accountKey } from '../account/use-account.ts'
import { PREFERENCES } from '../account/use-preferences.ts'
import { creditMemosKey } from '../home/use-credit-memos.ts'
import { autoPaymentsKey, methodsKey } from '../methods/use-methods.ts'
import { NO_CHOICE, plansKey } from '../plans/use-plans.ts'

const homeKey = (customerId: string | null) => ['portal-home', customerId] as const

/**
 * Reads all data for the portal's start in one request for each customer. Caches each part under the key of
 * its screen, which refetches it alone later. Chooses the customer when none was chosen, and the one that has the
 * invoices of a merged customer unless the person chose that one since. Clears the choice when the user may no longer see
 * that customer.
 */
export function usePortalHome() {
  const { signedIn, customerId, formerCustomerId } = useSession()
  const call = useCall()
  const session = useSessionControl()
  return useQuery({
    key: homeKey(customerId),
    ask: async (signal) => {
      const home = await call(contract.portal.home, {}, { signal }).catch((error) => {
        if (customerId && error instanceof ApiError && error.status === 404) session.chooseCustomer(null)
        throw error
      })
      const { pk, moved_to: movedTo } = home.account
      setQueryData(PREFERENCES, home.preferences)
      setQueryData(ALL_ACCOUNTS, home.all_accounts)
      setQueryData(accountKey(pk), home.account)
      setQueryData(creditMemosKey(pk, 1), home.credit_memos)
      setQueryData(methodsKey(pk), home.payment_methods)
      setQueryData(autoPaymentsKey(pk), home.auto_payments)
      setQueryData(plansKey(pk, NO_CHOICE), home.payment_plans)
      if (movedTo !== null && pk !== formerCustomerId) session.chooseCustomer(movedTo)
      else if (pk !== customerId) {
        setQueryData(homeKey(pk), home)
        session.chooseCustomer(pk)
      }
      return home
    },
    enabled: signedIn,
    freshMs: Number.POSITIVE_INFINITY,
  })
}
