import { Bell, Mail } from 'lucide-react'
import { useState } from 'react'
import { STARTER_FLOWS, type StarterFlow } from '../../../../domain/reminders/starter-flows.ts'
import { useCan } from '../../../session/account-context.ts'
import { actionErrorText } from '../../../session/calls/api-error.ts'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { HelpNote } from '../../help/help-note.tsx'
import { NewButton } from '../../layout/new-button.tsx'
import { TEMPLATES_PATH } from '../templates/use-templates.ts'
import { coversText, stateOf, unpublishedText } from './flow-words.ts'
import { NewFlowDialog } from './new-flow-dialog.tsx'
import { StarterChoice } from './starter-choice.tsx'
import { type Flow, flowPath, useFlows } from './use-flows.ts'

const countSteps = ({ live, draft }: Flow): number => (live ?? draft)?.steps.length ?? 0

const columnsOf = (isOnly: boolean): Column<Flow>[] => [
  {
    id: 'name',
    header: 'Flow',
    rowHeader: true,
    card: 'title',
    text: (flow) => flow.name,
    cell: (flow) => flow.name,
  },
  {
    id: 'covers',
    header: 'Covers',
    card: 'foot',
    text: (flow) => coversText(flow, isOnly),
    cell: (flow) => coversText(flow, isOnly),
  },
  {
    id: 'steps',
    header: 'Steps',
    align: 'end',
    width: 5,
    card: 'detail',
    cell: (flow) => (
      <>
        {countSteps(flow)}
        <span className="@min-md:hidden"> {countSteps(flow) === 1 ? 'step' : 'steps'}</span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'Status',
    width: 7,
    card: 'value',
    cell: (flow) => <Tag tone={stateOf(flow).tone}>{stateOf(flow).text}</Tag>,
  },
  {
    id: 'changes',
    header: 'Draft',
    width: 13,
    card: 'aside',
    cell: (flow) => <span className="text-ink-3">{unpublishedText(flow)}</span>,
  },
]

/** Lists the flows that remind customers of their invoices. */
export function FlowsPage() {
  const flows = useFlows()
  const mayWrite = useCan('reminders.write')
  const [startFrom, setStartFrom] = useState<StarterFlow | null>(null)
  const none = flows.data?.results.length === 0
  return (
    <>
      <PageHeader
        title="Reminder flows"
        actions={
          <>
            <ButtonLink href={TEMPLATES_PATH} icon={<Mail />}>
              Templates
            </ButtonLink>
            {mayWrite && !none && <NewButton onPress={() => setStartFrom('standard')}>New flow</NewButton>}
          </>
        }
      />
      <HelpNote topic="reminder_flows" />
      <DataTable
        className="border-t border-line"
        label="Reminder flows"
        columns={columnsOf(flows.data?.results.length === 1)}
        rows={flows.data?.results}
        rowKey={(flow) => flow.pk}
        loading={flows.isFetching}
        rowHref={(flow) => flowPath(flow.pk)}
        skeletonRows={3}
        empty={
          <>
            <EmptyState icon={<Bell />} title="No flows yet" className="pb-5">
              A flow emails customers before and after the due date, until the invoice is paid. It sends
              nothing until you publish it.
            </EmptyState>
            {mayWrite && <StarterChoice onChoose={setStartFrom} />}
          </>
        }
        error={
          flows.error && (
            <Note
              tone="error"
              title="Failed to load reminder flows"
              onRetry={() => flows.refetch()}
              retrying={flows.isFetching}
              className="mx-4 my-6 md:mx-6"
            >
              {actionErrorText(flows.error)}
            </Note>
          )
        }
      />
      {startFrom !== null && (
        <NewFlowDialog
          startFrom={startFrom}
          // Another flow may have the name of the ready-made one.
          suggestedName={none ? STARTER_FLOWS[startFrom].name : ''}
          onClose={() => setStartFrom(null)}
        />
      )}
    </>
  )
}
