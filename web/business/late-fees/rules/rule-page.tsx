import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Ellipsis, Play } from 'lucide-react'
import { useState } from 'react'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { ButtonLink } from '../../../ui/layout/button-link.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { FeatureGate } from '../../layout/gates/feature-gate.tsx'
import { LeaveGuard } from '../../layout/leave-guard.tsx'
import { RecordPage } from '../../layout/record-page.tsx'
import { LATE_FEE_RULES_PATH, LATE_FEES_PATH } from '../../paths.ts'
import { ExampleTable } from './example-table.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { DeleteRuleDialog, SwitchOffDialog, SwitchOnDialog } from './rule-dialogs.tsx'
import { RuleForm } from './rule-form.tsx'
import { RuleSentence } from './rule-sentence.tsx'
import { type RuleValues, typedTerms, valuesOf } from './rule-values.ts'
import { type Start, usePreview } from './use-preview.ts'
import { type Rule, rehearsalPath, stateOf } from './use-rules.ts'

const CRUMBS = [
  { label: 'Late fees', href: LATE_FEES_PATH },
  { label: 'Rules', href: LATE_FEE_RULES_PATH },
]

/** Shows and edits one rule, beside what it would charge today. */
export function RulePage() {
  const { ruleId = '' } = useParams({ strict: false }) as { ruleId?: string }
  const { pk: account } = useAccount()
  const call = useCall()
  const rule = useQuery({
    queryKey: [account, 'late-fee-rule', ruleId],
    queryFn: ({ signal }) =>
      call(contract.lateFeeRules.read, { params: { account, rule: ruleId } }, { signal }),
  })
  // A refetch must not replace the version that somebody is editing.
  const [edited, setEdited] = useState<Rule | null>(null)
  return (
    <RecordPage query={rule} title="Late fee rule" crumbs={CRUMBS} failure="Failed to load the rule">
      {(latest) => {
        const shown = edited?.pk === latest.pk ? edited : latest
        return <OneRule key={`${shown.pk} ${shown.revision}`} rule={shown} onEdit={setEdited} />
      }}
    </RecordPage>
  )
}

type Question = 'switch-on' | 'switch-off' | 'delete'

function OneRule({ rule, onEdit }: { rule: Rule; onEdit: (edited: Rule | null) => void }) {
  const mayWrite = useCan('late_fees.write')
  const { currency } = useAccount()
  const [values, setValues] = useState<RuleValues | null>(null)
  const [start, setStart] = useState<Start>('all')
  const [asking, setAsking] = useState<Question | null>(null)
  const preview = usePreview(rule, start)
  const { terms, problem } = typedTerms(values ?? valuesOf(rule), currency)
  const isChanged = values !== null
  const close = () => setAsking(null)
  const canSwitch = !isChanged && preview.data !== undefined && !preview.isPlaceholderData
  return (
    <>
      <PageHeader
        title={rule.name}
        crumbs={CRUMBS}
        detail={<Tag tone={stateOf(rule).tone}>{stateOf(rule).text}</Tag>}
        actions={<Actions rule={rule} mayWrite={mayWrite} canSwitchOn={canSwitch} onAsk={setAsking} />}
      />
      <div className="grid border-t border-line xl:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="min-w-0">
          <section className="border-b border-line bg-paper px-4 py-5 md:px-6">
            <h2 className="text-12 font-semibold text-ink-3">The rule in one sentence</h2>
            {terms ? (
              <RuleSentence terms={terms} currency={currency} mayWrite={mayWrite} />
            ) : (
              <p className="mt-2 text-16 text-overdue">{problem}</p>
            )}
          </section>
          {mayWrite ? (
            <RuleForm
              rule={rule}
              onType={(typed) => {
                setValues(typed)
                onEdit(rule)
              }}
              onSaved={() => onEdit(null)}
            >
              {terms && <ExampleTable terms={terms} />}
            </RuleForm>
          ) : (
            terms && <ExampleTable terms={terms} />
          )}
          <NeverCharged />
        </div>
        <PreviewPanel rule={rule} preview={preview} start={start} onStart={setStart} isChanged={isChanged} />
      </div>
      <LeaveGuard atRisk={() => isChanged} text="Your changes to this rule are not saved." />
      {asking === 'switch-on' && preview.data && (
        <SwitchOnDialog rule={rule} preview={preview.data} start={start} onClose={close} />
      )}
      {asking === 'switch-off' && <SwitchOffDialog rule={rule} onClose={close} />}
      {asking === 'delete' && <DeleteRuleDialog rule={rule} onClose={close} />}
    </>
  )
}

function Actions({
  rule,
  mayWrite,
  canSwitchOn,
  onAsk,
}: {
  rule: Rule
  mayWrite: boolean
  canSwitchOn: boolean
  onAsk: (question: Question) => void
}) {
  const isOn = rule.state === 'on'
  return (
    <>
      <ButtonLink href={rehearsalPath(rule.pk)} icon={<Play />}>
        Rehearse
      </ButtonLink>
      {mayWrite && isOn && <Button onClick={() => onAsk('switch-off')}>Switch off</Button>}
      {mayWrite && !isOn && (
        <FeatureGate feature="PRO_FEATURES">
          <Button variant="primary" disabled={!canSwitchOn} onClick={() => onAsk('switch-on')}>
            Switch on…
          </Button>
        </FeatureGate>
      )}
      {mayWrite && (
        <Menu
          align="end"
          trigger={<IconButton icon={<Ellipsis />} label="More actions" outlined />}
          items={[
            {
              id: 'delete',
              label: 'Delete rule',
              detail: isOn ? 'Switch it off first' : undefined,
              danger: true,
              disabled: isOn,
              onSelect: () => onAsk('delete'),
            },
          ]}
        />
      )}
    </>
  )
}

const NEVER = [
  'Disputed',
  'Promised, until the day has passed',
  'Reminders paused',
  'Payment on its way',
  'Already charged in the same period',
  'Late fees switched off for the customer or group',
]

function NeverCharged() {
  return (
    <section className="px-4 py-5 md:px-6">
      <h2 className="text-13 font-semibold">Never charged</h2>
      <ul className="mt-2 grid gap-x-6 gap-y-1 text-ink-2 sm:grid-cols-2">
        {NEVER.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </section>
  )
}
