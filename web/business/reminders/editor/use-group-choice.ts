import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'

interface GroupName {
  readonly pk: string
  readonly name: string
}

/** An account has no more groups than one page of this size. */
const ALL = '100'

/** All customer groups by name; those of the flow until the list has loaded. */
export function useGroupChoice(ofFlow: readonly GroupName[]): readonly GroupName[] {
  const { pk } = useAccount()
  const call = useCall()
  const query = { page_size: ALL }
  const groups = useQuery({
    queryKey: [pk, 'customer-groups', query],
    queryFn: ({ signal }) => call(contract.customerGroups.list, { query }, { signal }),
  })
  return groups.data?.results ?? ofFlow
}
