import { type ComponentProps, Suspense, useRef, useState } from 'react'
import { daysBetween } from '../../../../domain/dates/calendar.ts'
import { dueDate, type PaymentTerms } from '../../../../domain/dates/terms.ts'
import { type Account, useAccount, useCan } from '../../../session/account-context.ts'
import { lazyWithRetry } from '../../../ui/layout/lazy-with-retry.ts'
import { useNavigateTo } from '../../../ui/layout/link.tsx'
import { useHotkey } from '../../../ui/overlay/hotkey.ts'
import { KEYS } from '../../../ui/overlay/shortcut-keys.ts'
import { Note } from '../../../ui/text/note.tsx'
import { LeaveGuard } from '../../layout/leave-guard.tsx'
import { DatesHeader } from '../dates/dates-header.tsx'
import { useFigures } from '../dates/use-figures.ts'
import { useRealDates } from '../dates/use-real-dates.ts'
import { DayLine } from '../day-line/day-line.tsx'
import { FLOWS_PATH, type Flow } from '../flows/use-flows.ts'
import type { InvoiceOption } from '../preview/invoice-choice.tsx'
import { useTemplates } from '../templates/use-templates.ts'
import { StepPreview } from '../thanks/step-preview.tsx'
import { EditorHeader } from './editor-header.tsx'
import { type FlowAction, FlowDialog } from './flow-dialog.tsx'
import { FlowPause } from './flow-pause.tsx'
import { FlowSettings } from './flow-settings.tsx'
import { newStep, newThanks, type StepValues } from './flow-values.ts'
import { newStepId } from './new-step-id.ts'
import { StepPanel } from './step-panel.tsx'
import { TimeLine } from './time-line.tsx'
import { type FlowEditing, useFlowEditing } from './use-flow-editing.ts'

const FlowConflict = lazyWithRetry(() => import('../conflict/flow-conflict.tsx'), 'FlowConflict')

/** Terms of the account decide how far the invoice date is from the due date; 30 days where they have no date. */
function termDaysOf({ default_terms, today }: Account): number {
  const due = dueDate(today, default_terms as PaymentTerms)
  return due === null ? 30 : daysBetween(today, due)
}

/** Editor of one flow: its steps on a time line, and the selected one with its email beside it. */
export function FlowEditor({ start }: { start: Flow }) {
  const account = useAccount()
  const mayWrite = useCan('reminders.write')
  const [chosen, setChosen] = useState<string | null>(null)
  const editing = useFlowEditing(start, termDaysOf(account), setChosen)
  const templates = useTemplates().data?.results ?? []
  const [invoice, setInvoice] = useState<InvoiceOption | null>(null)
  const figures = useFigures(start.pk)
  const real = useRealDates(invoice, figures)
  const [action, setAction] = useState<FlowAction | null>(null)
  const [pausing, setPausing] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const { values } = editing
  const at = Math.max(
    0,
    values.steps.findIndex(({ id }) => id === chosen),
  )
  const step = values.steps[at]

  const select = (id: string) => {
    setChosen(id)
    // On narrow pages the form is below the time line.
    if (window.matchMedia('(max-width: 1199.98px)').matches)
      requestAnimationFrame(() => panel.current?.scrollIntoView({ block: 'start' }))
  }
  const publish = async () => {
    if (editing.dirty && !(await editing.save())) return
    setAction('publish')
  }
  const add = (added: StepValues) => {
    editing.change({ steps: [...values.steps, added] }, null)
    select(added.id)
  }
  const addStep = () => add(newStep(newStepId(), values.steps, step?.template || (templates[0]?.pk ?? '')))
  const removeStep = (id: string) => {
    editing.change({ steps: values.steps.filter((one) => one.id !== id) }, null)
    setChosen((values.steps[at + 1] ?? values.steps[at - 1])?.id ?? null)
  }
  useEditorKeys(editing, mayWrite && action === null)
  return (
    <>
      <div className="grid min-w-0 flex-1 xl:grid-cols-[minmax(0,1fr)_26rem] 3xl:grid-cols-[minmax(0,1fr)_29rem]">
        {/* The form with the email is longer than the time line, which stays in view. */}
        <div className="min-w-0 self-start pb-10 xl:sticky xl:top-sticky">
          <EditorHeader
            editing={editing}
            readOnly={!mayWrite}
            onSave={() => void editing.save()}
            onPublish={() => void publish()}
            onAction={setAction}
            onPause={() => setPausing(true)}
          />
          <FlowPause
            editing={editing}
            readOnly={!mayWrite}
            asked={pausing}
            onAnswered={() => setPausing(false)}
          />
          <EditorProblem problem={editing.problem} />
          <FlowSettings editing={editing} readOnly={!mayWrite} />
          <TimeLine
            editing={editing}
            templates={templates}
            current={step?.id}
            readOnly={!mayWrite}
            figures={figures}
            real={real}
            onSelect={select}
            onAdd={addStep}
            onThank={() => add(newThanks(newStepId()))}
          >
            <DatesHeader chosen={invoice} onChange={setInvoice} real={real} />
            {step && (
              <DayLine editing={editing} current={step} real={real} readOnly={!mayWrite} onPick={setChosen} />
            )}
          </TimeLine>
        </div>
        <div ref={panel} className="min-w-0 border-line bg-sunken max-xl:border-t xl:border-s">
          {step && (
            <StepSide
              editing={editing}
              step={step}
              at={at}
              templates={templates}
              invoice={real?.pk ?? null}
              readOnly={!mayWrite}
              onSelect={setChosen}
              onRemove={() => removeStep(step.id)}
            />
          )}
        </div>
      </div>
      <FlowActions editing={editing} action={action} mayWrite={mayWrite} onClose={() => setAction(null)} />
    </>
  )
}

/** The question before an action on the flow, and the one before leaving with unsaved changes. */
function FlowActions({
  editing,
  action,
  mayWrite,
  onClose,
}: {
  editing: FlowEditing
  action: FlowAction | null
  mayWrite: boolean
  onClose: () => void
}) {
  const navigate = useNavigateTo()
  const leaving = useRef(false)
  return (
    <>
      {action && (
        <FlowDialog
          action={action}
          editing={editing}
          onClose={onClose}
          onDeleted={() => {
            leaving.current = true
            navigate(FLOWS_PATH)
          }}
        />
      )}
      <Suspense>{editing.theirs && <FlowConflict editing={editing} />}</Suspense>
      <LeaveGuard
        atRisk={() => mayWrite && editing.dirty && !leaving.current}
        values={{ read: () => editing.values, restore: (values) => editing.change(values, null) }}
        text={`The flow ${editing.stored.name} has unsaved changes.`}
      />
    </>
  )
}

/** The selected step: its form, and its email for the invoice of the dates. */
const StepSide = ({ invoice, ...props }: ComponentProps<typeof StepPanel> & { invoice: string | null }) => (
  <>
    <StepPanel key={props.step.id} {...props} />
    {props.step.kind === 'email' && (
      <StepPreview step={props.step} templates={props.templates} invoice={invoice} />
    )}
  </>
)

function useEditorKeys(editing: FlowEditing, on: boolean): void {
  useHotkey(KEYS.save, () => void editing.save(), on)
  useHotkey(KEYS.undo, editing.undo, on && editing.canUndo)
  useHotkey(KEYS.redo, editing.redo, on && editing.canRedo)
  useHotkey(KEYS.redoAlso, editing.redo, on && editing.canRedo)
}

function EditorProblem({ problem }: { problem: string | null }) {
  if (problem === null) return null
  return (
    <div className="px-4 pb-4 md:px-6">
      <Note tone="error">{problem}</Note>
    </div>
  )
}
