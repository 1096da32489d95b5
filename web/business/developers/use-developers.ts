import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf } from '../../../contract/route.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { dayOf, timeOf } from '../../ui/text/zoned-time.ts'
import { LIVE } from '../query-client.ts'

export type ApiKey = ReplyOf<typeof contract.apiKeys.rename>
export type Endpoint = ReplyOf<typeof contract.webhooks.update>
export type Delivery = ReplyOf<typeof contract.webhooks.replay>

/** Reads the account's API keys. */
export function useApiKeys() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'api-keys'],
    queryFn: ({ signal }) => call(contract.apiKeys.list, { params: { account: pk } }, { signal }),
    ...LIVE,
  })
}

/** Reads the account's webhook endpoints. */
export function useEndpoints() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'webhook-endpoints'],
    queryFn: ({ signal }) => call(contract.webhooks.list, { params: { account: pk } }, { signal }),
    ...LIVE,
  })
}

/** Returns a function that reads keys, endpoints and logs again. */
export function useRefresh(): () => Promise<unknown> {
  const { pk } = useAccount()
  const queries = useQueryClient()
  return () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: [pk, 'api-keys'] }),
      queries.invalidateQueries({ queryKey: [pk, 'webhook-endpoints'] }),
      queries.invalidateQueries({ queryKey: [pk, 'webhook-deliveries'] }),
    ])
}

/** Returns functions that write an instant in the account's time zone. */
export function useInstantText() {
  const { timezone, date_format } = useAccount()
  const day = (instant: string) => formatDate(dayOf(instant, timezone), date_format)
  return { day, dayAndTime: (instant: string) => `${day(instant)}, ${timeOf(instant, timezone)}` }
}

export const endpointPath = (endpoint: string): string => `/settings/developers/webhooks/${endpoint}`
