import { useState } from 'react'
import { t } from '../../ui/language/text.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { Pager } from '../../ui/table/pager.tsx'
import { moneyText } from '../../ui/text/money-text.ts'
import { Note } from '../../ui/text/note.tsx'
import { Tag } from '../../ui/text/tag.tsx'
import type { CustomerAccount } from '../account/use-account.ts'
import { memoStatus } from '../credit-memos/own-memo.ts'
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
    <HomeCard
      title={t('Credit Memos')}
      aside={<span className="text-13 text-ink-3">{account.currency}</span>}
    >
      <DataTable
        label={t('Credit Memos')}
        columns={[
          {
            id: 'number',
            header: t('Number'),
            rowHeader: true,
            card: 'title',
            // Invoice numbers have no maximum length; the amounts beside them must stay visible.
            cell: (memo) => (
              <span title={memo.number} className="block @min-md:max-w-44 @min-md:truncate">
                {memo.number}
              </span>
            ),
          },
          {
            id: 'status',
            header: t('Status'),
            card: 'detail',
            cell: (memo) => <Tag tone={memo.status === 'Open' ? 'open' : 'quiet'}>{memoStatus(memo)}</Tag>,
          },
          {
            id: 'total',
            header: t('Total'),
            align: 'end',
            card: 'aside',
            cell: (memo) => (
              <>
                <OnCard>{t('Total')}</OnCard> {moneyText(memo.total, memo.currency, false)}
              </>
            ),
          },
          {
            id: 'remaining',
            header: t('Remaining'),
            align: 'end',
            card: 'value',
            cell: (memo) => (
              <>
                <OnCard>{t('Remaining')}</OnCard> {moneyText(memo.remaining, memo.currency, false)}
              </>
            ),
          },
        ]}
        rows={memos.data?.results}
        rowKey={(memo) => memo.pk}
        rowHref={(memo) => `${SITE}?tab=credit&memo=${memo.pk}`}
        loading={memos.isFetching}
        skeletonRows={2}
        empty={
          <p className="px-4 pb-6 text-center text-14 text-ink-2 md:px-6">{t('No credit memos available')}</p>
        }
        error={
          memos.error && (
            <Note
              tone="error"
              title={t('Failed to load customer data')}
              onRetry={memos.refetch}
              retrying={memos.isFetching}
            >
              {memos.error.message}
            </Note>
          )
        }
      />
      {memos.data && (memos.data.num_pages > 1 || memos.data.page > 1) && (
        <Pager page={page} pageSize={5} reply={memos.data} onPage={setPage} />
      )}
    </HomeCard>
  )
}
