import { CircleAlert, Heart, Plus } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { MAX_STEPS } from '../../../../domain/reminders/flow.ts'
import { isThanks } from '../../../../domain/reminders/thank-yous.ts'
import { useAccount } from '../../../session/account-context.ts'
import { cx } from '../../../ui/cx.ts'
import { Button } from '../../../ui/layout/button.tsx'
import { hourText } from '../../../ui/text/hour-text.ts'
import { isSome, moneyText } from '../../../ui/text/money-text.ts'
import { Tag } from '../../../ui/text/tag.tsx'
import { kindWord } from '../channels/step-channels.ts'
import { dayText, type RealDates, stepDate } from '../dates/step-dates.ts'
import { StepFigures } from '../dates/step-figures.tsx'
import type { Figures } from '../dates/use-figures.ts'
import { changeOf } from '../flows/flow-words.ts'
import type { Template } from '../templates/use-templates.ts'
import { PaidMark } from '../thanks/paid-mark.tsx'
import { hasErrors } from './flow-errors.ts'
import { type StepValues, stepBody } from './flow-values.ts'
import { kindIcon } from './step-kind-choice.tsx'
import { extrasOf, whenText } from './step-words.ts'
import type { FlowEditing } from './use-flow-editing.ts'

interface TimeLineProps {
  editing: FlowEditing
  templates: readonly Template[]
  /** Id of the selected step. */
  current: string | undefined
  readOnly: boolean
  figures: Figures | undefined
  /** Dates of a real invoice; null without one. */
  real: RealDates | null
  onSelect: (id: string) => void
  onAdd: () => void
  onThank: () => void
  /** Shown above the steps. */
  children?: ReactNode
}

/** The steps in the order of their days. */
export function TimeLine(props: TimeLineProps) {
  const { editing, readOnly, onAdd, onThank } = props
  const { steps } = editing.values
  return (
    <section className="@container px-4 pt-5 md:px-6" aria-labelledby="time-line">
      <h2 id="time-line" className="mb-2 font-semibold">
        Time line
      </h2>
      {props.children}
      {steps.length === 0 ? (
        <p className="text-ink-2">This flow has no steps. Add one to send a message or open a task.</p>
      ) : (
        <ol>
          {steps.map((step, at) => (
            <Fragment key={step.id}>
              {step.anchor === 'paid' && steps[at - 1]?.anchor !== 'paid' && <PaidMark isFirst={at === 0} />}
              <StepRow {...props} step={step} at={at} />
            </Fragment>
          ))}
        </ol>
      )}
      {editing.errors.steps && (
        <p role="alert" className="text-12 text-overdue">
          {editing.errors.steps}
        </p>
      )}
      {!readOnly && (
        <div className="mt-2 grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
          <div className="col-start-2 flex flex-wrap gap-2">
            <Button
              variant="dashed"
              size="sm"
              icon={<Plus />}
              disabled={steps.length >= MAX_STEPS}
              onClick={onAdd}
            >
              Add step
            </Button>
            {!steps.some(isThanks) && (
              <Button
                variant="dashed"
                size="sm"
                icon={<Heart />}
                disabled={steps.length >= MAX_STEPS}
                onClick={onThank}
              >
                Add thank-you
              </Button>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

const CARD =
  'flex min-h-12 w-full min-w-0 items-center gap-3 rounded-10 border px-3 py-2 text-start transition-colors'

function StepRow({
  step,
  at,
  editing,
  templates,
  current,
  figures,
  real,
  onSelect,
}: TimeLineProps & { step: StepValues; at: number }) {
  const selected = step.id === current
  const template = templates.find(({ pk }) => pk === step.template)
  return (
    <li className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3">
      <StepNumber at={at} count={editing.values.steps.length} selected={selected} />
      <div className="py-1">
        <button
          type="button"
          aria-current={selected ? 'step' : undefined}
          className={cx(
            CARD,
            selected ? 'border-brand bg-selected' : 'border-line bg-surface hover:border-ink-3',
          )}
          onClick={() => onSelect(step.id)}
        >
          <span
            className={cx(
              'grid size-8 flex-none place-items-center rounded-8',
              selected ? 'bg-brand-tint text-brand' : 'bg-quiet-tint text-ink-2',
            )}
          >
            {kindIcon(step.kind)}
          </span>
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-4">
            <span className="grid min-w-0">
              <span className="flex flex-wrap items-center gap-x-2">
                <b className="min-w-0 font-semibold wrap-anywhere">{step.name || 'Without a name'}</b>
                <ChangeTag step={step} editing={editing} />
              </span>
              <Extras step={step} template={template?.name} />
            </span>
            <span className="grid @min-md:text-end">
              <span className="font-medium">{whenText(step)}</span>
              {hasErrors(editing.errors, step.id) ? (
                <span className="inline-flex items-center gap-1 text-12 font-medium text-overdue">
                  <CircleAlert className="size-3.5 stroke-2" /> Needs fixing
                </span>
              ) : (
                <StepMoment step={step} real={real} />
              )}
            </span>
          </span>
        </button>
      </div>
      {figures && (
        <>
          <span
            aria-hidden="true"
            className={cx(
              'justify-self-center border-s',
              at < editing.values.steps.length - 1 ? 'border-line-strong' : 'border-transparent',
            )}
          />
          <StepFigures
            step={step}
            figures={figures}
            isLive={editing.stored.live?.steps.some(({ id }) => id === step.id) ?? false}
          />
        </>
      )}
    </li>
  )
}

/** The day of a step for a real invoice, the working day that it waits for, and its hour. */
function StepMoment({ step, real }: { step: StepValues; real: RealDates | null }) {
  const { date_format } = useAccount()
  const date = real && stepDate(step, real)
  const hour = hourText(step.hour)
  if (!date) return <span className="num text-12 text-ink-3">{hour}</span>
  const day = `${dayText(date.day, date_format)}, ${hour}`
  if (date.off === null) return <span className="num text-12 text-ink-3">{day}</span>
  return (
    <span
      className="num text-12 font-medium text-soon"
      title={`${dayText(date.planned, date_format)}: ${date.off.kind === 'holiday' ? date.off.name : 'weekend'}`}
    >
      Waits for {day}
    </span>
  )
}

/** The step's number on the line through all of them. */
function StepNumber({ at, count, selected }: { at: number; count: number; selected: boolean }) {
  const line = (drawn: boolean) => (
    <span className={cx('flex-1 border-s', drawn ? 'border-line-strong' : 'border-transparent')} />
  )
  return (
    <span aria-hidden="true" className="flex flex-col items-center">
      {line(at > 0)}
      <span
        className={cx(
          'num grid size-6 place-items-center rounded-full border text-12 font-medium',
          selected ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface text-ink-2',
        )}
      >
        {at + 1}
      </span>
      {line(at < count - 1)}
    </span>
  )
}

function ChangeTag({ step, editing }: { step: StepValues; editing: FlowEditing }) {
  const change = changeOf(stepBody(step), editing.stored.live)
  if (change === null) return null
  return (
    <Tag tone={change === 'new' ? 'paid' : 'soon'} icon={null}>
      {change === 'new' ? 'New' : 'Changed'}
    </Tag>
  )
}

function Extras({ step, template }: { step: StepValues; template: string | undefined }) {
  const { currency } = useAccount()
  const minimum = isAmount(step.minRemaining) ? moneyText(step.minRemaining, currency) : null
  // Most steps are named like their template.
  const title = isThanks(step) ? 'Thank you' : template
  const named = step.kind === 'email' && title !== step.name ? title : undefined
  const parts = [named ?? kindWord(step.kind), ...extrasOf(step, minimum)]
  return <span className="text-12 wrap-anywhere text-ink-3">{parts.join(' · ')}</span>
}

const isAmount = (text: string): boolean => /^\d+(\.\d+)?$/.test(text) && isSome(text)
