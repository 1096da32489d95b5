import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { contract } from '../../../../contract/index.ts'
import type { PayoutDetail } from '../../../../contract/payments/payouts.ts'
import { type DateFormat, formatDate } from '../../../../domain/dates/calendar.ts'
import { processorName } from '../../../../domain/payments/processor-names.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { useSingleMutation } from '../../../session/calls/use-single-mutation.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { saveFile } from '../../../ui/pdf/save-file.ts'
import { DataTable } from '../../../ui/table/data-table.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { RecordPage } from '../../layout/record-page.tsx'
import { PAYOUTS_PATH, recordPath } from '../../paths.ts'
import { failureNotice } from '../failure-notice.ts'
import { PayoutTag } from './payout-tag.tsx'

const CRUMBS = [
  { label: 'Payments', href: '/payment-processing' },
  { label: 'Payouts', href: PAYOUTS_PATH },
]

/** One payout: the payments, refunds, disputes and fees that it pays out. */
export function PayoutPage() {
  const { payoutId } = useParams({ strict: false }) as { payoutId: string }
  const account = useAccount()
  const call = useCall()
  const payout = useQuery({
    queryKey: [account.pk, 'payout', payoutId],
    queryFn: ({ signal }) =>
      call(contract.payouts.read, { params: { account: account.pk, payout: payoutId } }, { signal }),
  })
  return (
    <RecordPage query={payout} title="Payout" crumbs={CRUMBS} failure="Failed to load payouts">
      {(shown) => <Shown payout={shown} />}
    </RecordPage>
  )
}

function Shown({ payout }: { payout: PayoutDetail }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const mayExport = useCan('export.read')
  const money = (amount: string): string => moneyText(amount, payout.currency)
  const day = formatDate(payout.arrives_on, account.date_format)
  const saving = useSingleMutation({
    mutationFn: () => call(contract.payouts.file, { params: { account: account.pk, payout: payout.pk } }),
    onSuccess: (file) => saveFile(file, `Payout ${payout.arrives_on}.csv`),
    onError: (error) => toast(failureNotice('We couldn’t download the payout', error)),
  })
  const facts = [
    ['Fees', money(payout.fees)],
    ['At the bank', day],
    ['In the ledger', bookedText(payout, account.date_format)],
    ['Processor', `${processorName(payout.provider)} ${payout.gateway_id}`],
  ]
  return (
    <>
      <PageHeader
        title={`Payout of ${day}`}
        crumbs={CRUMBS}
        detail={<PayoutTag payout={payout} />}
        actions={
          mayExport && (
            <Button icon={<Download />} busy={saving.isPending} onClick={() => saving.mutate()}>
              Download CSV
            </Button>
          )
        }
      />
      <section className="grid gap-4 border-y border-line p-4 md:p-6" aria-label="Payout">
        <p className="num text-32 font-semibold tracking-tight">{money(payout.amount)}</p>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2 xl:grid-cols-3">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-12 text-ink-3">{label}</dt>
              <dd className="num break-words whitespace-normal">{value}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Lines payout={payout} />
    </>
  )
}

function bookedText({ booked, status, currency, lines }: PayoutDetail, dates: DateFormat): string {
  if (booked) {
    const { on, bank, fees } = booked
    return `${moneyText(bank, currency)} to the bank and ${moneyText(fees, currency)} fees on ${formatDate(on, dates)}`
  }
  if (status === 'on_its_way') return 'Booked when it arrives'
  if (status === 'failed') return 'Not booked: it failed'
  return lines.some(({ payment }) => payment)
    ? 'Not booked yet'
    : 'Nothing to book: no payments from Quittance'
}

function Lines({ payout }: { payout: PayoutDetail }) {
  const account = useAccount()
  const money = (amount: string): string => moneyText(amount, payout.currency)
  return (
    <DataTable
      label="Payments, refunds and fees"
      rows={payout.lines.map((line, order) => ({ ...line, order }))}
      rowKey={(row) => String(row.order)}
      columns={[
        {
          id: 'payment',
          header: 'Payment',
          rowHeader: true,
          card: 'title',
          cell: (row) =>
            row.payment ? (
              <Link href={recordPath('payment', row.payment.pk)} className="link-quiet">
                {row.payment.transaction_number}
              </Link>
            ) : (
              'Not from Quittance'
            ),
        },
        { id: 'kind', header: 'Kind', card: 'state', cell: (row) => row.kind_display },
        {
          id: 'customer',
          header: 'Customer',
          card: 'detail',
          cell: (row) => row.customer,
        },
        {
          id: 'date',
          header: 'Date',
          card: 'hidden',
          cell: (row) => formatDate(row.date, account.date_format),
        },
        { id: 'gross', header: 'Amount', align: 'end', card: 'hidden', cell: (row) => money(row.gross) },
        { id: 'fee', header: 'Fee', align: 'end', card: 'aside', cell: (row) => money(row.fee) },
        { id: 'net', header: 'Net', align: 'end', card: 'value', cell: (row) => money(row.net) },
      ]}
    />
  )
}
