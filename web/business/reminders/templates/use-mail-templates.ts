import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

/** The mails to customers with their texts and variables. */
export function useMailTemplates() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'mail-templates'],
    queryFn: ({ signal }) => call(contract.mailTemplates.list, { params: { account: pk } }, { signal }),
  })
}
