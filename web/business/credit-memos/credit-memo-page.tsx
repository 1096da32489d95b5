import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Ban, Download, FileCheck2, FileText } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { formatDate } from '../../../domain/dates/calendar.ts'
import { useAccount, useCan, useCanKeep } from '../../session/account-context.ts'
import { actionErrorText } from '../../session/calls/api-error.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { Button } from '../../ui/layout/button.tsx'
import { ButtonLink } from '../../ui/layout/button-link.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { useToast } from '../../ui/overlay/toast.tsx'
import { saveFile } from '../../ui/pdf/save-file.ts'
import { Money } from '../../ui/text/money.tsx'
import { isSome, moneyText } from '../../ui/text/money-text.ts'
import { Tag } from '../../ui/text/tag.tsx'
import { KeptNote } from '../layout/kept-note.tsx'
import { RecordPage } from '../layout/record-page.tsx'
import { recordPath, viewerPath } from '../paths.ts'
import { ApplyMemoDialog } from './apply-memo-dialog.tsx'
import { MemoApplications } from './memo-applications.tsx'
import { type MemoDetail, memoTitle, memoTone } from './memo-look.ts'
import { TakeBackDialog } from './take-back-dialog.tsx'

const CRUMBS = [{ label: 'Credit memos', href: '/credit-memos' }]

/** One credit memo: what remains of it, and the invoices it is applied to. */
export function CreditMemoPage() {
  const { memoId } = useParams({ strict: false }) as { memoId: string }
  const account = useAccount()
  const call = useCall()
  const memo = useQuery({
    queryKey: [account.pk, 'credit-memo', memoId],
    queryFn: ({ signal }) =>
      call(contract.creditMemos.read, { params: { account: account.pk, memo: memoId } }, { signal }),
  })
  return (
    <RecordPage query={memo} title="Credit memo" crumbs={CRUMBS} failure="Failed to load credit memos">
      {(shown) => <Shown memo={shown} />}
    </RecordPage>
  )
}

type Applied = MemoDetail['applications'][number]

function Shown({ memo }: { memo: MemoDetail }) {
  const [applying, setApplying] = useState(false)
  const [takingBack, setTakingBack] = useState<Applied | 'memo' | null>(null)
  const mayWrite = useCan('credits.write')
  const mayVoid = useCanKeep('credits.write') || (mayWrite && memo.kept_after_move)
  const inForce = memo.applications.some((application) => application.unapplied_at === null)
  const open = memo.status !== 'Void'
  return (
    <>
      <PageHeader
        title={memoTitle(memo)}
        crumbs={CRUMBS}
        detail={<Tag tone={memoTone(memo.status)}>{memo.status}</Tag>}
        actions={
          <>
            <PdfButtons memo={memo} />
            {mayVoid && open && !inForce && (
              <Button icon={<Ban />} onClick={() => setTakingBack('memo')}>
                Void
              </Button>
            )}
            {mayWrite && open && isSome(memo.remaining) && (
              <Button variant="primary" icon={<FileCheck2 />} onClick={() => setApplying(true)}>
                Apply to an invoice
              </Button>
            )}
          </>
        }
      />
      <KeptNote what="credit memo" pk={memo.pk} isOnlyHere={memo.kept_after_move} />
      <Headline memo={memo} />
      <h2 className="px-4 pt-5 pb-2 font-semibold md:px-6">Applied to</h2>
      <MemoApplications memo={memo} onUnapply={mayWrite ? setTakingBack : null} />
      {applying && <ApplyMemoDialog memo={memo} onClose={() => setApplying(false)} />}
      {takingBack !== null && (
        <TakeBackDialog
          memo={memo}
          application={takingBack === 'memo' ? null : takingBack}
          onClose={() => setTakingBack(null)}
        />
      )}
    </>
  )
}

function Headline({ memo }: { memo: MemoDetail }) {
  const account = useAccount()
  const voided = memo.status === 'Void'
  return (
    <section className="grid gap-4 border-y border-line p-4 md:p-6" aria-label="Credit">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <Money amount={voided ? memo.total : memo.remaining} currency={memo.currency} size="hero" />
        <p className="num whitespace-normal text-ink-2">
          {voided ? 'in total, void' : `remaining of ${moneyText(memo.total, memo.currency)}`}
        </p>
      </div>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
        <div>
          <dt className="text-12 text-ink-3">Customer</dt>
          <dd>
            <Link href={recordPath('customer', memo.customer.pk)} className="link-quiet font-medium">
              {memo.customer.short_name}
            </Link>
          </dd>
        </div>
        <div>
          <dt className="text-12 text-ink-3">Issued on</dt>
          <dd className="num">{formatDate(memo.issued_on, account.date_format)}</dd>
        </div>
        <div className="min-w-0">
          <dt className="text-12 text-ink-3">Reason</dt>
          <dd className="break-words whitespace-pre-line">{memo.reason || 'None given'}</dd>
        </div>
      </dl>
    </section>
  )
}

function PdfButtons({ memo }: { memo: MemoDetail }) {
  const account = useAccount()
  const call = useCall()
  const toast = useToast()
  const pdf = useSingleMutation({
    mutationFn: () => call(contract.creditMemos.pdf, { params: { account: account.pk, memo: memo.pk } }),
    onSuccess: (file) => saveFile(file, `${memoTitle(memo)}.pdf`),
    onError: (error) =>
      toast({ title: 'We couldn’t download the PDF', body: actionErrorText(error), tone: 'error' }),
  })
  return (
    <>
      <ButtonLink icon={<FileText />} href={viewerPath(account.pk, 'credit-memos', memo.pk)}>
        View PDF
      </ButtonLink>
      <Button icon={<Download />} busy={pdf.isPending} onClick={() => pdf.mutate()}>
        Download PDF
      </Button>
    </>
  )
}
