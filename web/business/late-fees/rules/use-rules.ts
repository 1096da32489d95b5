import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import type { Tone } from '../../../ui/text/tag.tsx'
import { LATE_FEE_RULES_PATH } from '../../paths.ts'

export type Rule = ReplyOf<typeof contract.lateFeeRules.read>
export type Terms = Rule['terms']

export const rulePath = (pk: string): string => `${LATE_FEE_RULES_PATH}/${pk}`

export const rehearsalPath = (pk: string): string => `${rulePath(pk)}/rehearsal`

/** All rules of the account, by name. */
export function useRules() {
  const { pk } = useAccount()
  const call = useCall()
  return useQuery({
    queryKey: [pk, 'late-fee-rules'],
    queryFn: ({ signal }) => call(contract.lateFeeRules.list, { params: { account: pk } }, { signal }),
  })
}

const STATES: Readonly<Record<Rule['state'], readonly [Tone, string]>> = {
  draft: ['soon', 'Draft'],
  on: ['paid', 'On'],
  off: ['quiet', 'Off'],
}

export const stateOf = ({ state }: Rule) => ({ tone: STATES[state][0], text: STATES[state][1] })

/** Customers whose group has no rule; all of them where there is no other rule. */
export const everyoneText = (isOnly: boolean): string => (isOnly ? 'All customers' : 'Everyone else')

/** 'Everyone else', or the names of the groups. */
export const coversText = ({ covers, groups }: Rule, isOnly: boolean): string =>
  covers === 'everyone_else' ? everyoneText(isOnly) : groups.map(({ name }) => name).join(', ') || 'No group'
