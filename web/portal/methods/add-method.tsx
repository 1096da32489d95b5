import { Suspense, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import { useQuery } from '../../session/calls/use-query.ts'
import { useCall } from '../../session/session-context.tsx'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { MethodTiles } from '../../ui/fields/method-tiles.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { t } from '../../ui/language/text.ts'
import { lazyWithRetry } from '../../ui/layout/lazy-with-retry.ts'
import { DialogButtons } from '../../ui/overlay/dialog-buttons.tsx'
import { TypedDialog } from '../../ui/overlay/typed-dialog.tsx'
import { Note } from '../../ui/text/note.tsx'
import { Skeleton } from '../../ui/text/skeleton.tsx'
import { testModeText } from '../pay/card/test-mode.ts'
import { PaymentFields } from '../pay/payment-fields.tsx'
import { useFieldsState } from '../pay/stripe/use-fields-state.tsx'
import { isPreview } from '../preview/preview-store.ts'
import type { MethodForm } from './method-form.ts'
import { METHOD_KINDS } from './method-glyph.tsx'
import type { AutoPayments, StoredMethod } from './use-methods.ts'
import { type SaveProps, useSaveMethod } from './use-save-method.ts'

const FORM = 'add-method'

/** Fetched where a processor draws its own fields. */
const StripeFields = lazyWithRetry(() => import('../pay/stripe/stripe-fields.tsx'), 'StripeFields')

/** Stores a payment method without paying, or replaces another with it. */
export function AddMethod({
  auto,
  companyName,
  replaced,
  onClose,
}: {
  auto: AutoPayments
  /** The company that is authorized to debit a bank account. */
  companyName: string
  replaced?: StoredMethod
  onClose: () => void
}) {
  const call = useCall()
  const [busy, setBusy] = useState(false)
  const forms = useQuery({
    key: ['method-forms'],
    ask: (signal) => call(contract.paymentMethods.forms, {}, { signal }),
  })
  return (
    <TypedDialog
      open
      onOpenChange={onClose}
      size="sm"
      title={replaced ? t('Replace {method}', { method: replaced.display }) : t('Add payment method')}
      description={t('Nothing is charged.')}
      locked={busy}
      footer={
        <DialogButtons
          label={replaced ? t('Replace payment method') : t('Save payment method')}
          busy={busy}
          disabled={!forms.data}
          form={FORM}
          onCancel={onClose}
        />
      }
    >
      {forms.data ? (
        <Form
          forms={forms.data}
          auto={auto}
          companyName={companyName}
          replaced={replaced}
          onBusy={setBusy}
          onClose={onClose}
        />
      ) : forms.error ? (
        <Note
          tone="error"
          title={t('Failed to load payment options')}
          onRetry={forms.refetch}
          retrying={forms.isFetching}
        >
          {forms.error.message}
        </Note>
      ) : (
        <Skeleton className="h-80" />
      )}
    </TypedDialog>
  )
}

function Form({
  forms,
  auto,
  companyName,
  replaced,
  onBusy,
  onClose,
}: {
  forms: readonly MethodForm[]
  auto: AutoPayments
  companyName: string
  replaced: StoredMethod | undefined
  onBusy: (busy: boolean) => void
  onClose: () => void
}) {
  const storable = forms.filter((form) => form.storable)
  const [tab, setTab] = useState(storable[0]?.option ?? '')
  const chosen = storable.find(({ option }) => option === tab)
  if (!chosen)
    return (
      <Note title={t('Methods are saved when you pay')}>
        {t('Check the box in the payment form to save one.')}
      </Note>
    )
  const others = forms.filter((form) => !form.storable).map(({ type }) => METHOD_KINDS[type].label)
  return (
    <div className="grid gap-5">
      {storable.length > 1 && (
        <MethodTiles
          label={t('Kind of payment method')}
          items={storable.map(({ option: id, type }) => {
            const { label, icon: Icon } = METHOD_KINDS[type]
            return { id, label, icon: <Icon /> }
          })}
          value={tab}
          onChange={setTab}
        />
      )}
      <MethodFields
        key={tab}
        chosen={chosen}
        auto={auto}
        companyName={companyName}
        replaced={replaced}
        onBusy={onBusy}
        onClose={onClose}
      />
      {others.length > 0 && (
        <p className="text-13 text-ink-2">
          {t('{kinds} is saved when you pay with it.', { kinds: others.join(', ') })}
        </p>
      )}
    </div>
  )
}

/** The form of one kind of method. */
function MethodFields({
  chosen,
  auto,
  companyName,
  replaced,
  onBusy,
  onClose,
}: SaveProps & { auto: AutoPayments; companyName: string }) {
  const paidByItself = replaced !== undefined && auto.method?.id === replaced.id
  const save = useSaveMethod({ chosen, replaced, onBusy, onClose }, paidByItself)
  const framed = useFieldsState()
  const isFramed = chosen.script !== undefined && !isPreview
  return (
    <form
      ref={save.form}
      id={FORM}
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isFramed || framed.press()) save.submit()
      }}
    >
      {isFramed &&
        framed.frame(
          <Suspense fallback={<Skeleton className="h-40" />}>
            <StripeFields
              option={save.fields.option}
              companyName={companyName}
              minor={null}
              store
              maker={save.maker}
              onState={framed.setState}
            />
          </Suspense>,
        )}
      <PaymentFields {...save.fields} />
      <TextField
        label={t('Name (optional)')}
        hint={t('Only you see it. For example: Office card')}
        maxLength={40}
        autoComplete="off"
        value={save.name}
        error={save.fields.problems.name}
        onChange={(event) => save.setName(event.target.value)}
      />
      <Checkbox
        label={t('Pay invoices automatically')}
        description={auto.offered_text.text}
        checked={save.automatic}
        onChange={(event) => save.setAutomatic(event.target.checked)}
      />
      {paidByItself && !save.automatic && (
        <Note tone="warning" title={t('Automatic payments will end')}>
          {t('{method} pays your invoices automatically.', { method: replaced.display })}
        </Note>
      )}
      {chosen.sandbox && (
        <p className="text-13 text-ink-2">
          {chosen.script
            ? testModeText(chosen.provider)
            : t('This is the Sandbox. Use test numbers only. No money moves.')}
        </p>
      )}
      {save.failure && (
        <Note tone="error" title={save.failure.title}>
          {save.failure.text}
        </Note>
      )}
    </form>
  )
}
