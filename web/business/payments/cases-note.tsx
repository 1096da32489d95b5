import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../contract/index.ts'
import { useAccount } from '../../session/account-context.ts'
import { useCall } from '../../session/session-context.tsx'
import { Link } from '../../ui/layout/link.tsx'
import { Note } from '../../ui/text/note.tsx'
import { CASES_PATH } from './cases-list.ts'

/** Note above the payment list while cases are open. Renders nothing otherwise. */
export function CasesNote() {
  const account = useAccount()
  const call = useCall()
  const { data } = useQuery({
    queryKey: [account.pk, 'payment-cases', 'count'],
    queryFn: ({ signal }) =>
      call(
        contract.paymentCases.list,
        { params: { account: account.pk }, query: { page_size: '5' } },
        { signal },
      ),
  })
  if (!data || data.count === 0) return null
  return (
    <Note
      tone="warning"
      className="mx-4 mt-3 md:mx-6"
      title={data.count === 1 ? '1 payment case to review' : `${data.count} payment cases to review`}
    >
      {data.results[0]!.detail}{' '}
      <Link className="text-ink underline underline-offset-3" href={CASES_PATH}>
        Review cases
      </Link>
    </Note>
  )
}
