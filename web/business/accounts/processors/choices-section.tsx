import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { contract } from '../../../../contract/index.ts'
import type { ReplyOf } from '../../../../contract/route.ts'
import { paymentTypeText } from '../../../../domain/payments/payment-status.ts'
import { useCan } from '../../../session/account-context.ts'
import { NativeSelect, Select } from '../../../ui/fields/select.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { IconButton } from '../../../ui/layout/icon-button.tsx'
import { Note } from '../../../ui/text/note.tsx'
import { currencyOptions } from '../settings/locale-options.ts'
import { SettingsSection } from '../settings/settings-layout.tsx'
import { type Choice, useProcessorChoices } from './use-processor-choices.ts'

type TypeChoices = ReplyOf<typeof contract.processorChoice.read>['types'][number]

/** Chooses the processor of new payments for each type. Renders nothing while there is nothing to choose. */
export function ChoicesSection() {
  const { types, problem, busy, save } = useProcessorChoices()
  const may = useCan('processor.connect')
  const open = types.filter(isOpen)
  if (open.length === 0) return null
  return (
    <SettingsSection
      title="Processor for each payment type"
      description="Customers are offered each kind of payment once. Stored payment methods and earlier payments stay with the processor that has them."
    >
      {problem !== null && <Note tone="error">{problem}</Note>}
      <fieldset disabled={!may || busy} className="grid gap-6">
        <legend className="sr-only">Processors of new payments</legend>
        {open.map((one) => (
          <TypeFields key={one.type} of={one} save={save} />
        ))}
      </fieldset>
    </SettingsSection>
  )
}

/** True when several processors can take the type, or none takes it because the chosen one’s connection ended. */
const isOpen = ({ processors, provider, currencies }: TypeChoices): boolean =>
  processors.length > 1 ||
  currencies.length > 0 ||
  !processors.some((processor) => processor.provider === provider)

function TypeFields({
  of: { type, provider, currencies, processors },
  save,
}: {
  of: TypeChoices
  save: (type: Choice['type'], choices: readonly Choice[]) => void
}) {
  const options = processors.map((one) => ({ value: one.provider, label: one.name }))
  const ended = !processors.some((one) => one.provider === provider)
  const nameOf = (id: string) =>
    processors.find((one) => one.provider === id)?.name ?? 'a processor that is not connected'
  const others = currencies.map((one) => ({ type, ...one }))
  const choose = (chosen: string) => save(type, [{ type, currency: '', provider: chosen }, ...others])
  const without = (currency: string) => others.filter((one) => one.currency !== currency)
  return (
    <div className="grid gap-2">
      <Select
        label={paymentTypeText(type)}
        value={ended ? '' : provider}
        options={ended ? [{ value: '', label: 'Choose a processor', disabled: true }, ...options] : options}
        onChange={(event) => choose(event.target.value)}
        error={
          ended &&
          'The chosen processor is not connected any more, so customers can’t pay this way. Connect it again or choose another one.'
        }
      />
      {currencies.length > 0 && (
        <ul className="grid gap-1">
          {currencies.map((one) => (
            <li key={one.currency} className="flex items-center justify-between gap-2">
              <span>
                In {one.currency}: {nameOf(one.provider)}
              </span>
              <IconButton
                size="sm"
                label={`Take ${one.currency} as all other currencies`}
                icon={<Trash2 />}
                onClick={() => save(type, [{ type, currency: '', provider }, ...without(one.currency)])}
              />
            </li>
          ))}
        </ul>
      )}
      {!ended && processors.length > 1 && (
        <AddCurrency
          type={type}
          processors={processors}
          taken={currencies.map(({ currency }) => currency)}
          add={(choice) => save(type, [{ type, currency: '', provider }, ...others, choice])}
        />
      )}
    </div>
  )
}

function AddCurrency({
  type,
  processors,
  taken,
  add,
}: Pick<TypeChoices, 'type' | 'processors'> & {
  taken: readonly string[]
  add: (choice: Choice) => void
}) {
  const [open, setOpen] = useState(false)
  const [currency, setCurrency] = useState('')
  const able = processors.filter(({ currencies }) => currencies.length === 0 || currencies.includes(currency))
  const [provider, setProvider] = useState('')
  const chosen = able.some((one) => one.provider === provider) ? provider : (able[0]?.provider ?? '')
  if (!open)
    return (
      <div>
        <Button size="sm" variant="bare" onClick={() => setOpen(true)}>
          Another processor for one currency
        </Button>
      </div>
    )
  const currencies = currencyOptions()
    .filter(({ id }) => !taken.includes(id))
    .map(({ id, label }) => ({ value: id, label }))
  return (
    <div className="grid gap-2 sm:grid-cols-[1fr_1fr_auto]">
      <NativeSelect
        aria-label={`Currency of ${paymentTypeText(type)}`}
        value={currency}
        options={[{ value: '', label: 'Currency', disabled: true }, ...currencies]}
        onChange={(event) => setCurrency(event.target.value)}
      />
      <NativeSelect
        aria-label={`Processor of that currency for ${paymentTypeText(type)}`}
        value={chosen}
        options={able.map((one) => ({ value: one.provider, label: one.name }))}
        onChange={(event) => setProvider(event.target.value)}
      />
      <Button
        disabled={currency === '' || chosen === ''}
        onClick={() => {
          add({ type, currency, provider: chosen })
          setCurrency('')
          setOpen(false)
        }}
      >
        Add
      </Button>
    </div>
  )
}
