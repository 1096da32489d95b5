import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'

export type Clients = ReplyOf<typeof contract.clients.list>
export type Client = Clients['clients'][number]

/** Reads the client companies of the account with its people there; `show` replaces changed data in the cache. */
export function useClients() {
  const call = useCall()
  const queries = useQueryClient()
  const { pk } = useAccount()
  const queryKey = ['clients', pk]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(contract.clients.list, { params: { account: pk } }, { signal }),
  })
  return {
    ...query,
    show: (clients: Clients) => {
      queries.setQueryData(queryKey, clients)
      void queries.invalidateQueries({ queryKey: ['companies'] })
    },
  }
}

/** Example: '3 client companies', or the name of the only one. */
export const companiesText = (chosen: readonly Client[]): string =>
  chosen.length === 1 ? chosen[0]!.name || 'one client company' : `${chosen.length} client companies`
