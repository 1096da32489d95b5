import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import type { Rule } from './use-rules.ts'

export type Preview = ReplyOf<typeof contract.lateFeeRules.preview>
/** Invoices with which a rule begins: also those that are late already, or only later ones. */
export type Start = 'all' | 'later'

/** Reads the fees that the saved rule would charge today. */
export function usePreview(rule: Rule, start: Start) {
  const { pk: account } = useAccount()
  const call = useCall()
  const query = { includes_late: start === 'all' ? 'true' : 'false' } as const
  const params = { account, rule: rule.pk }
  return useQuery({
    queryKey: [account, 'late-fee-rule', rule.pk, 'preview', rule.revision, rule.state, query],
    queryFn: ({ signal }) => call(contract.lateFeeRules.preview, { params, query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** '$436.85', '$436.85 and €20.00', or null for nothing. */
export const totalsText = (totals: Preview['totals']): string | null =>
  totals.length === 0 ? null : totals.map(({ amount, currency }) => moneyText(amount, currency)).join(' and ')

/** '32 fees for 16 customers' */
export const countsText = (count: number, customers: number): string =>
  `${count === 1 ? '1 fee' : `${count} fees`} for ${customers === 1 ? '1 customer' : `${customers} customers`}`
