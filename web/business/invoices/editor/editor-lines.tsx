import { Plus } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { type UseFormReturn, useFieldArray } from 'react-hook-form'
import { FieldNote } from '../../../ui/fields/field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { useToast } from '../../../ui/overlay/toast.tsx'
import { blankLine, type DraftValues, offeredRates, type TaxRate, taxOf } from './draft-values.ts'
import { EditorLine, LINE_GRID, type LineActions } from './editor-line.tsx'
import { TaxRateDialog } from './tax-rate-dialog.tsx'

type Form = UseFormReturn<DraftValues>

const MAX_LINES = 300

/** Actions on lines. The focus follows the line, and each move is announced. */
function useLineActions(form: Form, announce: (text: string) => void, onOtherRate: (at: number) => void) {
  const toast = useToast()
  const array = useFieldArray({ control: form.control, name: 'lines' })
  const latest = useRef(array)
  latest.current = array
  const actions = useMemo((): LineActions & { append: () => void } => {
    const count = () => form.getValues('lines').length
    const focus = (at: number) => queueMicrotask(() => form.setFocus(`lines.${at}.description`))
    const append = () => {
      if (count() >= MAX_LINES) return
      const line = blankLine(taxOf(form.getValues('lines').at(-1)))
      latest.current.append(line, { focusName: `lines.${count()}.description` })
    }
    return {
      append,
      onOtherRate,
      next: (at) => (at + 1 < count() ? focus(at + 1) : append()),
      move(at, by) {
        const to = at + by
        if (to < 0 || to >= count()) return
        latest.current.move(at, to)
        announce(`Line ${at + 1} is now line ${to + 1}`)
        // Moving the line's element in the DOM drops its focus.
        setTimeout(() => form.setFocus(`lines.${to}.description`))
      },
      duplicate(at) {
        if (count() >= MAX_LINES) return
        const line = form.getValues(`lines.${at}`)
        latest.current.insert(at + 1, { ...line }, { focusName: `lines.${at + 1}.description` })
      },
      remove(at) {
        const line = { ...form.getValues(`lines.${at}`) }
        if (count() === 1) latest.current.replace([blankLine()])
        else latest.current.remove(at)
        setTimeout(() => form.setFocus(`lines.${Math.max(0, Math.min(at, count() - 1))}.description`))
        toast({
          title: 'Line removed',
          body: line.description || `Line ${at + 1}`,
          action: { label: 'Undo', onPress: () => latest.current.insert(at, line, { shouldFocus: false }) },
        })
      },
    }
  }, [form, announce, onOtherRate, toast])
  return { fields: array.fields, actions }
}

/** The lines: a table on wide screens, cards on narrow ones. */
export function EditorLines({
  form,
  currency,
  usedRates,
  amounts,
}: {
  form: Form
  currency: string
  usedRates: readonly TaxRate[]
  /** Amount of each line as a decimal string. */
  amounts: readonly string[]
}) {
  const [announced, announce] = useState('')
  const [rateFor, setRateFor] = useState<number | null>(null)
  const [added, setAdded] = useState<readonly TaxRate[]>([])
  const { fields, actions } = useLineActions(form, announce, setRateFor)
  const rates = offeredRates([...usedRates, ...added], form.watch('lines'))
  const problem = form.formState.errors.lines
  const wrong = problem?.root?.message ?? problem?.message
  return (
    <>
      <div
        aria-hidden="true"
        className={`hidden border-b border-line pb-2 text-12 font-medium text-ink-2 @min-[42rem]:grid ${LINE_GRID}`}
      >
        <span />
        <span className="ps-field-pad">Item</span>
        <span className="pe-field-pad text-end">Quantity</span>
        <span className="pe-field-pad text-end">Price</span>
        <span className="pe-field-pad text-end">Discount</span>
        <span className="ps-field-pad">Tax</span>
        <span className="text-end">Amount</span>
        <span />
      </div>
      <ol aria-label={`Lines, amounts in ${currency}`}>
        {fields.map((field, at) => (
          <EditorLine
            key={field.id}
            at={at}
            count={fields.length}
            form={form}
            currency={currency}
            rates={rates}
            amount={amounts[at] ?? '0'}
            actions={actions}
          />
        ))}
      </ol>
      {wrong && (
        <div className="pt-3">
          <FieldNote id="lines-problem" error={wrong} />
        </div>
      )}
      <p className="sr-only" aria-live="polite">
        {announced}
      </p>
      <Button
        variant="dashed"
        size="sm"
        icon={<Plus />}
        className="mt-3"
        disabled={fields.length >= MAX_LINES}
        onClick={actions.append}
      >
        Add line
      </Button>
      {rateFor !== null && (
        <TaxRateDialog
          onClose={() => setRateFor(null)}
          onAdd={(rate) => {
            setAdded([...added, rate])
            form.setValue(`lines.${rateFor}.tax_name`, rate.name)
            form.setValue(`lines.${rateFor}.tax_rate`, rate.rate)
            form.clearErrors([`lines.${rateFor}.tax_name`, `lines.${rateFor}.tax_rate`])
          }}
        />
      )}
    </>
  )
}
