import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { contract } from '../../../../contract/index.ts'
import { useAccount } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { RecordPage } from '../../layout/record-page.tsx'
import { FLOWS_PATH } from '../flows/use-flows.ts'
import { FlowEditor } from './flow-editor.tsx'

/** Reads the flow once for each visit, never from the cache: a refetch would replace what is being typed. */
const FRESH = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY } as const

/** Shows and edits one flow. */
export function FlowPage() {
  const { flowId = '' } = useParams({ strict: false }) as { flowId?: string }
  const { pk: account } = useAccount()
  const call = useCall()
  const flow = useQuery({
    ...FRESH,
    queryKey: [account, 'reminder-flow', flowId],
    queryFn: ({ signal }) =>
      call(contract.reminderFlows.read, { params: { account, flow: flowId } }, { signal }),
  })
  return (
    <RecordPage
      query={flow}
      title="Reminder flow"
      crumbs={[{ label: 'Reminder flows', href: FLOWS_PATH }]}
      failure="Failed to load the flow"
    >
      {(start) => <FlowEditor key={start.pk} start={start} />}
    </RecordPage>
  )
}
