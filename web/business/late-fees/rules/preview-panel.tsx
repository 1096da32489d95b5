import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { formatDate } from '../../../../domain/dates/calendar.ts'
import { EXEMPTION_TEXTS } from '../../../../domain/late-fees/exemption-texts.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { RadioTiles } from '../../../ui/fields/radio-tiles.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { Note } from '../../../ui/text/note.tsx'
import type { Rule } from './use-rules.ts'

type Preview = ReplyOf<typeof contract.lateFeeRules.preview>
type Start = 'all' | 'later'

const STARTS = [
  {
    value: 'all' as const,
    label: 'Include invoices already late',
    description: 'One fee each. Earlier months are not charged.',
  },
  {
    value: 'later' as const,
    label: 'Only invoices that become late',
    description: 'Fees for days before today are not charged.',
  },
]

/** What the rule would charge if it were switched on today, and the switch. */
export function PreviewPanel({ rule }: { rule: Rule }) {
  const account = useAccount()
  const call = useCall()
  const mayWrite = useCan('late_fees.write')
  const [start, setStart] = useState<Start>('all')
  const query = { includes_late: start === 'all' ? 'true' : 'false' } as const
  const params = { account: account.pk, rule: rule.pk }
  const preview = useQuery({
    queryKey: [account.pk, 'late-fee-rule', rule.pk, 'preview', rule.revision, query],
    queryFn: ({ signal }) => call(contract.lateFeeRules.preview, { params, query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <aside className="min-w-0 border-line bg-paper max-xl:border-t xl:border-s">
      <div className="grid gap-3 border-b border-line bg-surface px-5 py-4">
        <h2 className="text-12 font-semibold">
          {rule.state === 'on' ? 'Charged today' : 'If you switch it on today'}
        </h2>
        {preview.error && <Note tone="error">{actionErrorText(preview.error)}</Note>}
        {preview.data && <Totals preview={preview.data} />}
        {rule.state !== 'on' && (
          <RadioTiles legend="Where to start" options={STARTS} value={start} onChange={setStart} />
        )}
        {mayWrite && <SwitchButton rule={rule} includesLate={start === 'all'} />}
      </div>
      {preview.data && <Lists preview={preview.data} />}
    </aside>
  )
}

function Totals({ preview }: { preview: Preview }) {
  const { count, customers, totals } = preview
  return (
    <div>
      <p className="num text-24 font-semibold">
        {totals.length === 0
          ? 'Nothing'
          : totals.map(({ amount, currency }) => moneyText(amount, currency)).join(' and ')}
      </p>
      <p className="text-ink-2">
        {`${count === 1 ? '1 fee' : `${count} fees`} for ${customers === 1 ? '1 customer' : `${customers} customers`}`}
      </p>
    </div>
  )
}

function SwitchButton({ rule, includesLate }: { rule: Rule; includesLate: boolean }) {
  const { pk: account } = useAccount()
  const call = useCall()
  const toast = useToast()
  const queries = useQueryClient()
  const params = { account, rule: rule.pk }
  const { revision } = rule
  const isOn = rule.state === 'on'
  const switching = useSingleMutation({
    mutationFn: () =>
      isOn
        ? call(contract.lateFeeRules.switchOff, { params, body: { revision } })
        : call(contract.lateFeeRules.switchOn, { params, body: { revision, includes_late: includesLate } }),
    onSuccess: async (changed) => {
      toast({ title: isOn ? 'Rule is off' : 'Rule is on', body: changed.sentence, tone: 'success' })
      await queries.invalidateQueries({ queryKey: [account] })
    },
  })
  return (
    <>
      {switching.error && <Note tone="error">{actionErrorText(switching.error)}</Note>}
      <Button
        variant={isOn ? 'default' : 'primary'}
        busy={switching.isPending}
        onClick={() => switching.mutate()}
      >
        {isOn ? 'Switch off' : 'Switch on'}
      </Button>
    </>
  )
}

function Lists({ preview }: { preview: Preview }) {
  const account = useAccount()
  const day = (date: string): string => formatDate(date, account.date_format)
  return (
    <div className="grid gap-5 px-5 py-4">
      <section>
        <h3 className="text-13 font-semibold">Charged today</h3>
        <ul>
          {preview.charged.map((row) => (
            <li key={row.invoice.pk} className="flex justify-between gap-3 border-b border-line py-1.5">
              <span className="min-w-0 truncate">{`${row.customer.short_name} · ${row.invoice.number}`}</span>
              <span className="num font-medium">{moneyText(row.amount, row.currency)}</span>
            </li>
          ))}
        </ul>
        {preview.count > preview.charged.length && (
          <p className="py-1.5 text-ink-3">{`${preview.count - preview.charged.length} more`}</p>
        )}
      </section>
      {preview.not_charged.length > 0 && (
        <section>
          <h3 className="text-13 font-semibold">Not charged</h3>
          <ul>
            {preview.not_charged.map((row) => (
              <li key={row.invoice.pk} className="flex justify-between gap-3 py-1">
                <span className="min-w-0 truncate text-ink-2">
                  {`${row.invoice.number} · ${row.customer.short_name}`}
                </span>
                <span className="text-soon">
                  {EXEMPTION_TEXTS[row.reason]}
                  {row.until !== null && ` until ${day(row.until)}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
