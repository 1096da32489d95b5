import { CirclePercent } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useCan } from '../../../session/account-context.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { type Column, DataTable } from '../../../ui/table/data-table.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { ExportMenu } from '../../layout/export-menu.tsx'
import { FailedNote } from '../../layout/failed-note.tsx'
import { FeatureGate } from '../../layout/gates/feature-gate.tsx'
import { NewButton } from '../../layout/new-button.tsx'
import { LATE_FEES_PATH } from '../../paths.ts'
import { NewRuleDialog } from './new-rule-dialog.tsx'
import { UnsupportedNote } from './unsupported-note.tsx'
import { coversText, type Rule, rulePath, stateOf, useRules } from './use-rules.ts'

const columnsOf = (isOnly: boolean): Column<Rule>[] => [
  {
    id: 'name',
    header: 'Rule',
    rowHeader: true,
    card: 'title',
    text: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    id: 'sentence',
    header: 'What it charges',
    className: 'whitespace-normal! py-2',
    card: 'foot',
    cell: ({ sentence }) => sentence,
  },
  {
    id: 'covers',
    header: 'Covers',
    card: 'detail',
    width: 14,
    text: (rule) => coversText(rule, isOnly),
    cell: (rule) => coversText(rule, isOnly),
  },
  {
    id: 'state',
    header: 'Status',
    width: 7,
    card: 'value',
    cell: (rule) => <Tag tone={stateOf(rule).tone}>{stateOf(rule).text}</Tag>,
  },
]

/** Lists the rules for late fees. */
export function RulesPage() {
  const rules = useRules()
  const mayWrite = useCan('late_fees.write')
  const [adding, setAdding] = useState(false)
  return (
    <>
      <PageHeader
        title="Late fee rules"
        crumbs={[{ label: 'Late fees', href: LATE_FEES_PATH }]}
        actions={
          <>
            <ExportMenu list={{ query: {} }} route={contract.lateFeeRules.export} name="Late fee rules" />
            {mayWrite && rules.data?.unsupported === null && (
              <FeatureGate feature="PRO_FEATURES">
                <NewButton onPress={() => setAdding(true)}>New rule</NewButton>
              </FeatureGate>
            )}
          </>
        }
      />
      {rules.data?.unsupported && <UnsupportedNote>{rules.data.unsupported}</UnsupportedNote>}
      <DataTable
        className="border-t border-line"
        label="Late fee rules"
        columns={columnsOf(rules.data?.results.length === 1)}
        rows={rules.data?.results}
        rowKey={(rule) => rule.pk}
        rowHref={(rule) => rulePath(rule.pk)}
        loading={rules.isFetching}
        skeletonRows={3}
        empty={
          <EmptyState icon={<CirclePercent />} title="No rules yet">
            A rule adds fees to invoices that are past due. It charges nothing until you switch it on.
          </EmptyState>
        }
        error={rules.error && <FailedNote what="late fees" query={rules} />}
      />
      {adding && <NewRuleDialog onClose={() => setAdding(false)} />}
    </>
  )
}
