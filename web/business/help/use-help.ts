import { useQuery, useQueryClient } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import type { HelpTopic } from '../../../domain/people/help-topics.ts'
import { useCall } from '../../session/session-context.tsx'

const KEY = ['help']

/** The notes that a person has hidden; null until they are known. `setHidden` shows its effect at once. */
export function useHelp() {
  const call = useCall()
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(contract.help.read, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const setHidden = (topic: HelpTopic, hidden: boolean): void => {
    const others = (data?.hidden ?? []).filter((one) => one !== topic)
    client.setQueryData(KEY, { hidden: hidden ? [...others, topic] : others })
    // A note that comes back after a lost request harms nobody.
    call(contract.help.change, { body: { topic, hidden } }).catch(() => undefined)
  }
  return { hidden: data?.hidden ?? null, setHidden }
}
