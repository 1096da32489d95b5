import { useState } from 'react'
import { parseRate } from '../../../../domain/money/rate.ts'
import { QuantityField } from '../../../ui/fields/quantity-field.tsx'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { Button } from '../../../ui/layout/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import type { TaxRate } from './draft-values.ts'

/** Adds a tax rate: its name on the invoice, and its rate. */
export function TaxRateDialog({ onAdd, onClose }: { onAdd: (rate: TaxRate) => void; onClose: () => void }) {
  const [name, setName] = useState('')
  const [rate, setRate] = useState('')
  const [asked, setAsked] = useState(false)
  const readable = parseRate(rate.trim()).ok
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Tax rate"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="tax-rate-form">
            Use this rate
          </Button>
        </>
      }
    >
      <form
        id="tax-rate-form"
        noValidate
        className="grid gap-4 sm:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault()
          setAsked(true)
          if (name.trim() === '' || !readable) return
          onAdd({ name: name.trim(), rate: rate.trim() })
          onClose()
        }}
      >
        <TextField
          label="Name"
          placeholder="Sales tax"
          maxLength={60}
          value={name}
          error={asked && name.trim() === '' && 'This field is required.'}
          onChange={(event) => setName(event.target.value)}
        />
        <QuantityField
          label="Rate"
          suffix="%"
          value={rate}
          error={asked && !readable && 'Enter a percentage from 0 to 100.'}
          onChange={setRate}
        />
      </form>
    </Dialog>
  )
}
