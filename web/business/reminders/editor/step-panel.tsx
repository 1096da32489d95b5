import { ChevronDown, ChevronUp, Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { StepForm } from './step-form.tsx'
import type { StepFormProps } from './step-form-props.ts'

/** The selected step: its form, with buttons to the steps beside it. */
export function StepPanel({
  at,
  onSelect,
  onRemove,
  ...form
}: StepFormProps & {
  /** Position of the step in the order of days, from 0. */
  at: number
  onSelect: (id: string) => void
  onRemove: () => void
}) {
  const { steps } = form.editing.values
  const go = (to: number) => () => {
    const step = steps[to]
    if (step) onSelect(step.id)
  }
  return (
    <section aria-labelledby="step" className="border-b border-line bg-surface px-4 pt-4 pb-5 md:px-6">
      <header className="mb-3 flex items-center gap-1">
        <h2 id="step" className="min-w-0 flex-1 text-16 font-semibold wrap-anywhere">
          {form.step.name || 'Without a name'}
          <span className="num ms-2 text-12 font-normal text-ink-3">
            Step {at + 1} of {steps.length}
          </span>
        </h2>
        <IconButton
          label="Previous step"
          icon={<ChevronUp />}
          size="sm"
          disabled={at === 0}
          onClick={go(at - 1)}
        />
        <IconButton
          label="Next step"
          icon={<ChevronDown />}
          size="sm"
          disabled={at === steps.length - 1}
          onClick={go(at + 1)}
        />
        {!form.readOnly && <IconButton label="Remove step" icon={<Trash2 />} size="sm" onClick={onRemove} />}
      </header>
      <StepForm {...form} />
    </section>
  )
}
