import { ArrowDown, ArrowUp, Copy, GripVertical, X } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import {
  type Checked,
  checkPercent,
  checkQuantity,
  checkUnitPrice,
} from '../../../../domain/invoices/line-check.ts'
import { currencyDigits } from '../../../../domain/money/money.ts'
import { cx } from '../../../ui/cx.ts'
import { DecimalInput } from '../../../ui/fields/decimal-field.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { WrappingSelect } from '../../../ui/fields/select.tsx'
import { TextInput } from '../../../ui/fields/text-field.tsx'
import { wordsOf } from '../../../ui/language/words-of.ts'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { Menu } from '../../../ui/overlay/menu.tsx'
import { moneyText } from '../../../ui/text/money-text.ts'
import { type DraftValues, NO_TAX, rateKey, rateText, type TaxRate, taxOf } from './draft-values.ts'

export interface LineActions {
  move(at: number, by: 1 | -1): void
  duplicate(at: number): void
  remove(at: number): void
  /** Moves to the next line; after the last one, adds a line. */
  next(at: number): void
  onOtherRate(at: number): void
}

/** Column layout of the wide form, shared by headings and lines. */
export const LINE_GRID =
  '@min-[42rem]:grid-cols-[1.75rem_minmax(0,1fr)_4rem_5.75rem_5.5rem_9.25rem_5.25rem_1.75rem] @min-[42rem]:gap-x-1'

// Borders show only on hover and focus; other lines look like plain text.
const QUIET = '@min-[42rem]:group-[:not(:hover,:focus-within)]/line:border-transparent!'
const QUIET_SELECT =
  '@min-[42rem]:group-[:not(:hover,:focus-within)]/line:border-transparent! @min-[42rem]:group-[:not(:hover,:focus-within)]/line:[&>.lucide]:invisible'
const OTHER_RATE = 'other'

interface LineProps {
  at: number
  count: number
  form: UseFormReturn<DraftValues>
  currency: string
  rates: readonly TaxRate[]
  /** Net of discount, before tax, as a decimal string. */
  amount: string
  actions: LineActions
}

/** One invoice line. Alt and the arrow keys move it; Enter moves to the next line. */
export function EditorLine(props: LineProps) {
  const { at, count, form, currency, amount, actions } = props
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      actions.move(at, event.key === 'ArrowUp' ? -1 : 1)
    } else if (
      event.key === 'Enter' &&
      !event.ctrlKey &&
      !event.metaKey &&
      event.target instanceof HTMLInputElement
    ) {
      event.preventDefault()
      actions.next(at)
    }
  }
  return (
    <li
      onKeyDown={onKeyDown}
      className={cx(
        'group/line grid grid-cols-2 items-start gap-x-2 gap-y-2 border-b border-line py-3 @min-[24rem]:grid-cols-[minmax(0,0.9fr)_minmax(0,1.2fr)_minmax(0,0.9fr)_minmax(0,1.2fr)] @min-[42rem]:py-1.5',
        LINE_GRID,
      )}
    >
      <LineMenu at={at} count={count} actions={actions} />
      <Item at={at} form={form} />
      <DecimalCell {...props} name="quantity" label="Quantity" decimals={4} pad={0} check={checkQuantity} />
      <DecimalCell
        {...props}
        name="unit_price"
        label="Price"
        decimals={currencyDigits(currency)}
        pad={currencyDigits(currency)}
        negative
        check={(text) => checkUnitPrice(text, currency)}
      />
      <DecimalCell
        {...props}
        name="discount"
        label="Discount"
        decimals={4}
        pad={0}
        suffix="%"
        placeholder="0"
        check={checkPercent}
      />
      <TaxCell {...props} />
      <output
        aria-label={`Amount, line ${at + 1}`}
        className="num col-start-2 -col-end-1 row-start-1 self-center pe-10 text-end font-semibold @min-[42rem]:col-auto @min-[42rem]:row-auto @min-[42rem]:self-start @min-[42rem]:pe-0 @min-[42rem]:pt-[7px] @min-[42rem]:font-medium"
      >
        {moneyText(amount, currency, false)}
      </output>
      <IconButton
        label={`Remove line ${at + 1}`}
        icon={<X />}
        size="sm"
        onClick={() => actions.remove(at)}
        className="-col-end-1 row-start-1 justify-self-end @min-[42rem]:col-auto @min-[42rem]:row-auto @min-[42rem]:mt-0.5 @min-[42rem]:opacity-0 @min-[42rem]:group-hover/line:opacity-100 @min-[42rem]:group-focus-within/line:opacity-100"
      />
    </li>
  )
}

function LineMenu({ at, count, actions }: Pick<LineProps, 'at' | 'count' | 'actions'>) {
  return (
    <div className="col-start-1 row-start-1 flex items-center gap-1 @min-[42rem]:col-auto @min-[42rem]:row-auto @min-[42rem]:pt-0.5">
      <Menu
        align="start"
        trigger={
          <IconButton
            label={`Line ${at + 1}: move or duplicate`}
            icon={<GripVertical />}
            size="sm"
            className="-ms-1 text-ink-3"
          />
        }
        items={[
          {
            id: 'up',
            label: 'Move up',
            detail: 'Alt ↑',
            icon: <ArrowUp />,
            disabled: at === 0,
            onSelect: () => actions.move(at, -1),
          },
          {
            id: 'down',
            label: 'Move down',
            detail: 'Alt ↓',
            icon: <ArrowDown />,
            disabled: at === count - 1,
            onSelect: () => actions.move(at, 1),
          },
          { id: 'duplicate', label: 'Duplicate line', icon: <Copy />, onSelect: () => actions.duplicate(at) },
        ]}
      />
      <span aria-hidden="true" className="text-12 text-ink-3 @min-[42rem]:hidden">
        Line {at + 1}
      </span>
    </div>
  )
}

/**
 * Label shown on cards. In the table the heading replaces it, and screen readers read the field's own label.
 */
const Caption = ({ children }: { children: ReactNode }) => (
  <span aria-hidden="true" className="mb-1 block text-12 text-ink-3 @min-[42rem]:hidden">
    {children}
  </span>
)

function Item({ at, form }: { at: number; form: UseFormReturn<DraftValues> }) {
  const problems = form.formState.errors.lines?.[at]
  return (
    <div className="col-span-full row-start-2 grid gap-0.5 max-md:gap-2 @min-[42rem]:col-auto @min-[42rem]:row-auto">
      <Field label={`Item, line ${at + 1}`} labelHidden error={problems?.description?.message}>
        <TextInput
          placeholder="Item"
          maxLength={300}
          autoComplete="off"
          {...form.register(`lines.${at}.description`)}
          className={cx('font-medium', !problems?.description && QUIET)}
        />
      </Field>
      <Field label={`Description, line ${at + 1}`} labelHidden error={problems?.detail?.message}>
        <TextInput
          placeholder="Description"
          maxLength={1000}
          autoComplete="off"
          {...form.register(`lines.${at}.detail`)}
          className={cx(
            'text-ink-2 md:min-h-6! @min-[42rem]:-mt-0.5 @min-[42rem]:not-focus:not-hover:border-transparent!',
            !problems?.detail && QUIET,
          )}
        />
      </Field>
    </div>
  )
}

function DecimalCell({
  at,
  form,
  name,
  label,
  decimals,
  pad,
  negative,
  suffix,
  placeholder,
  check,
}: Pick<LineProps, 'at' | 'form'> & {
  name: 'quantity' | 'unit_price' | 'discount'
  label: string
  decimals: number
  pad: number
  negative?: boolean
  suffix?: string
  placeholder?: string
  /** Validates a field on blur, with the server's messages. */
  check: (text: string) => Checked<unknown>
}) {
  const path = `lines.${at}.${name}` as const
  const report = () => {
    const typed = form.getValues(path)
    const checked = check(typed)
    // Empty fields are reported on save only, because the user may just be passing through.
    if (typed.trim() !== '' && !checked.ok) form.setError(path, { message: wordsOf(checked.text) })
  }
  return (
    <Controller
      control={form.control}
      name={path}
      render={({ field, fieldState }) => (
        <div>
          <Caption>{label}</Caption>
          <Field label={`${label}, line ${at + 1}`} labelHidden error={fieldState.error?.message}>
            <DecimalInput
              {...field}
              onBlur={() => {
                field.onBlur()
                report()
              }}
              format={{ decimals, negative }}
              pad={pad}
              suffix={suffix}
              placeholder={placeholder}
              className={cx(!fieldState.invalid && QUIET)}
            />
          </Field>
        </div>
      )}
    />
  )
}

function TaxCell({ at, form, rates, actions }: LineProps) {
  const line = form.watch(`lines.${at}`)
  const problems = form.formState.errors.lines?.[at]
  const error = problems?.tax_rate?.message ?? problems?.tax_name?.message
  const chosen = taxOf(line)
  const none = rateText(chosen) === 'None'
  const choose = (key: string) => {
    if (key === OTHER_RATE) return actions.onOtherRate(at)
    const rate = rates.find((one) => rateKey(one) === key) ?? NO_TAX
    form.setValue(`lines.${at}.tax_name`, rate.name)
    form.setValue(`lines.${at}.tax_rate`, rate.rate)
  }
  return (
    <div>
      <Caption>Tax</Caption>
      <Field label={`Tax, line ${at + 1}`} labelHidden error={error}>
        <WrappingSelect
          value={none ? '' : rateKey(chosen)}
          onChange={(event) => choose(event.target.value)}
          className={cx(!error && QUIET_SELECT)}
          options={[
            { value: '', label: 'None' },
            ...rates.map((rate) => ({ value: rateKey(rate), label: rateText(rate) })),
            { value: OTHER_RATE, label: 'Other rate…' },
          ]}
        />
      </Field>
    </div>
  )
}
