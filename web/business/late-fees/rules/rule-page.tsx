import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { contract } from '../../../../contract/index.ts'
import { useAccount, useCan } from '../../../session/account-context.ts'
import { useCall } from '../../../session/session-context.tsx'
import { PageHeader } from '../../../ui/layout/page-header.tsx'
import { Tag } from '../../../ui/text/tag.tsx'
import { RecordPage } from '../../layout/record-page.tsx'
import { LATE_FEE_RULES_PATH, LATE_FEES_PATH } from '../../paths.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { RuleForm } from './rule-form.tsx'
import { type Rule, stateOf } from './use-rules.ts'

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
  return (
    <RecordPage query={rule} title="Late fee rule" crumbs={CRUMBS} failure="Failed to load the rule">
      {(shown) => <OneRule key={`${shown.pk} ${shown.revision}`} rule={shown} />}
    </RecordPage>
  )
}

function OneRule({ rule }: { rule: Rule }) {
  const mayWrite = useCan('late_fees.write')
  return (
    <>
      <PageHeader
        title={rule.name}
        crumbs={CRUMBS}
        detail={<Tag tone={stateOf(rule).tone}>{stateOf(rule).text}</Tag>}
      />
      <div className="grid border-t border-line xl:grid-cols-[minmax(0,1fr)_27rem]">
        <div className="min-w-0">
          <section className="border-b border-line bg-paper px-4 py-5 md:px-6">
            <h2 className="text-12 font-semibold text-ink-3">The rule in one sentence</h2>
            <p className="mt-2 text-20 leading-8">{rule.sentence}</p>
          </section>
          {mayWrite ? <RuleForm rule={rule} /> : null}
          <NeverCharged />
        </div>
        <PreviewPanel rule={rule} />
      </div>
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
