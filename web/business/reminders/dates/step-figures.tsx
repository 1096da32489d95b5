import { Link } from '../../../ui/layout/link.tsx'
import { REMINDERS_PATH } from '../../paths.ts'
import type { StepValues } from '../editor/flow-values.ts'
import type { Figures } from './use-figures.ts'

const countText = (count: number): string => count.toLocaleString('en-US')

/** How much a step sent in the last 12 months, and how often a payment followed. */
export function StepFigures({
  step,
  figures,
  isLive,
}: {
  step: StepValues
  figures: Figures
  isLive: boolean
}) {
  const found = figures.steps.find((one) => one.step === step.id)
  if (step.kind === 'staff_note' || (found === undefined && !isLive)) return null
  return (
    <p className="num flex min-h-6 flex-wrap items-center justify-end gap-x-2 text-12 text-ink-3">
      {found === undefined ? (
        'Nothing sent yet'
      ) : step.kind === 'task' ? (
        `${countText(found.sent)} ${found.sent === 1 ? 'task' : 'tasks'} opened`
      ) : (
        <>
          <Link
            className="inline-flex min-h-6 items-center font-medium text-ink-2 underline underline-offset-3 hover:text-ink"
            href={`${REMINDERS_PATH}?view=sent&step=${encodeURIComponent(step.id)}`}
          >
            {countText(found.sent)} sent
          </Link>
          {step.anchor !== 'paid' && <span>{paidText(found)}</span>}
        </>
      )}
    </p>
  )
}

// not money: a share of messages.
const paidText = ({ sent, paid }: { sent: number; paid: number }): string =>
  `${Math.round((paid / sent) * 100)}% paid within 7 days`
