import { useQuery } from '@tanstack/react-query'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan, usePlatformName } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Link } from '../../../ui/layout/link.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { CONFLICTS_PATH } from '../../paths.ts'

/** Names the open differences between a record and the books, and leads to where they are settled. Nothing without one. */
export function ConflictNote({ subject, className }: { subject: string; className?: string }) {
  const { pk } = useAccount()
  const call = useCall()
  const isConnected = usePlatformName() !== null
  const may = useCan('accounting.read')
  const { data } = useQuery({
    queryKey: [pk, 'accounting-conflicts', 'open', subject],
    queryFn: ({ signal }) =>
      call(contract.accounting.listConflicts, { params: { account: pk }, query: { subject } }, { signal }),
    enabled: isConnected && may,
  })
  if (!data || data.results.length === 0) return null
  return (
    <Note tone="warning" className={className}>
      {data.results.map(({ pk: key, title }) => (
        <p key={key}>{title}.</p>
      ))}
      <Link href={CONFLICTS_PATH} className="font-medium underline underline-offset-3">
        {data.results.length === 1 ? 'Decide it' : 'Decide them'}
      </Link>
    </Note>
  )
}
