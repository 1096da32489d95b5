import { useState } from 'react'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import type { CustomerAccount } from '../account/use-account.ts'
import { SITE } from '../portal-session.ts'
import { HomeCard } from './home-card.tsx'
import { useCreditMemos } from './use-credit-memos.ts'

/** Label of a figure where no heading names it. */
const OnCard = ({ children }: { children: string }) => (
  <span className="text-13 font-normal text-ink-3 @min-md:hidden">{children}</span>
)

/** The customer’s credit memos, five at a time. */
export function CreditMemos({ account }: { account: CustomerAccount }) {
  const [page, setPage] = useState(1)
  const memos = useCreditMemos(account.pk, page)
  return (
    <HomeCard title="Credit Memos" aside={<span className="text-13 text-ink-3">{account.currency}</span>}>
      <DataTable
        label="Credit Memos"
        columns={[
          {
            id: 'number',
            header: 'Number',
            rowHeader: true,
            card: 'title',
            // Invoice numbers have no maximum length; the amounts beside them must stay visible.
            cell: (memo) => (
              <span title={memo.number} className="block truncate @min-md:max-w-44">
                {memo.number}
              </span>
            ),
          },
          {
            id: 'status',
            header: 'Status',
            card: 'detail',
            cell: (memo) => <Tag tone={memo.status === 'Open' ? 'open' : 'quiet'}>{memo.status}</Tag>,
          },
          {
            id: 'total',
            header: 'Total',
            align: 'end',
            card: 'aside',
            cell: (memo) => (
              <>
                <OnCard>Total</OnCard> {moneyText(memo.total, memo.currency, false)}
              </>
            ),
          },
          {
            id: 'remaining',
            header: 'Remaining',
            align: 'end',
            card: 'value',
            cell: (memo) => (
              <>
                <OnCard>Remaining</OnCard> {moneyText(memo.remaining, memo.currency, false)}
              </>
            ),
          },
        ]}
        rows={memos.data?.results}
        rowKey={(memo) => memo.pk}
        rowHref={(memo) => `${SITE}?tab=credit&memo=${memo.pk}`}
        loading={memos.isFetching}
        skeletonRows={2}
        empty={<p className="px-4 pb-6 text-center text-14 text-ink-2 md:px-6">No credit memos available</p>}
        error={
          memos.error && (
            <Note
              tone="error"
              title="Failed to load customer data"
              onRetry={memos.refetch}
              retrying={memos.isFetching}
            >
              {memos.error.message}
            </Note>
          )
        }
      />
      {memos.data && memos.data.num_pages > 1 && (
        <Pager page={page} pageSize={5} total={memos.data.count} onPage={setPage} />
      )}
    </HomeCard>
  )
}
