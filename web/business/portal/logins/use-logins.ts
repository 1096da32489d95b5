import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { PortalLoginEntry } from '../../../../contract/portal-access/portal-logins.ts'
import { useAccount } from '../../../session/account-context.ts'
import { ApiError, actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'

/** A page of the list of portal logins. */
export function useLogins(query: Record<string, string>) {
  const { pk: account } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [account, 'portal-logins', query],
    queryFn: ({ signal }) => call(contract.portalLogins.list, { params: { account }, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Reads the list again, and the customers, whose rows name their login. */
export function useForgetLogins(): () => Promise<void> {
  const { pk: account } = useAccount()
  const queries = useQueryClient()
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: [account, 'portal-logins'] }),
      queries.invalidateQueries({ queryKey: [account, 'customers'] }),
    ])
  }
}

/** The call that mails an invitation to one person. With `shown` the caller shows messages about the address. */
export function useInvite(shown = false) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const forget = useForgetLogins()
  return useSingleMutation({
    mutationFn: ({ customer, email }: Pick<PortalLoginEntry, 'customer' | 'email'>) =>
      call(contract.portal.invite, { params: { account, customer }, body: { email } }),
    onSuccess(_, { email }) {
      toast({ title: 'Invitation sent', body: `To ${email}`, tone: 'success' })
      return forget()
    },
    onError(error) {
      if (!(error instanceof ApiError && error.fields.email && shown))
        toast({ title: 'The invitation wasn’t sent', body: actionErrorText(error), tone: 'error' })
    },
  })
}
