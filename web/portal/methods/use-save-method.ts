import { type RefObject, useEffect, useRef, useState } from 'react'
import { contract } from '../../../contract/index.ts'
import type { ReplyOf, RequestOf } from '../../../contract/route.ts'
import { ApiError } from '../../session/calls/api-error.ts'
import type { Caller } from '../../session/calls/call.ts'
import { useRequestId } from '../../session/calls/request-id.ts'
import { invalidateQuery } from '../../session/calls/use-query.ts'
import { useSingleMutation } from '../../session/calls/use-single-mutation.ts'
import { useCall } from '../../session/session-context.tsx'
import { t } from '../../ui/language/text.ts'
import { useToast } from '../../ui/overlay/toast.tsx'
import { checkValues, initialValues, type Values } from '../pay/payment-values.ts'
import type { TokenMaker } from '../pay/stripe/stripe-fields.tsx'
import { useTokens } from '../pay/stripe/use-tokens.ts'
import { type MethodForm, optionOfForm, saveFailure, valuesToSend } from './method-form.ts'
import { askForMethodsAgain, type StoredMethod } from './use-methods.ts'

type Saved = Exclude<ReplyOf<typeof contract.paymentMethods.add>, { client_secret: string }>
type SaveBody = NonNullable<RequestOf<typeof contract.paymentMethods.add>['body']>

export interface SaveProps {
  readonly chosen: MethodForm
  readonly replaced: StoredMethod | undefined
  readonly onBusy: (busy: boolean) => void
  readonly onClose: () => void
}

/**
 * Saves a method. Fields of a processor's own are made into a token first. When the payer's bank asks, its window opens, and the same
 * request continues.
 */
async function save(
  call: Caller,
  body: SaveBody,
  maker: RefObject<TokenMaker | null>,
  addToken: ReturnType<typeof useTokens>,
): Promise<Saved> {
  const values = maker.current
    ? await addToken({ request_id: body.request_id }, maker.current).then(({ request_id: _, ...made }) => ({
        ...body.values,
        ...made,
      }))
    : body.values
  const filled = { ...body, values }
  const asked = await call(contract.paymentMethods.add, { body: filled })
  if (!('client_secret' in asked)) return asked
  const { loadStripe } = await import('../pay/stripe/stripe-script.ts')
  const stripe = await loadStripe(asked.script, asked.publishable_key)
  // A refusal by the bank is read from the processor by the same request.
  await stripe.handleNextAction({ clientSecret: asked.client_secret })
  const answered = await call(contract.paymentMethods.add, { body: filled })
  if ('client_secret' in answered)
    throw new Error(t('Your bank has not confirmed it yet. Nothing was charged.'))
  return answered
}

/** The call that saves a method, once for each request. */
function useSaving(onClose: () => void, maker: RefObject<TokenMaker | null>) {
  const call = useCall()
  const addToken = useTokens()
  const toast = useToast()
  const requestId = useRequestId()
  const saving = useSingleMutation({
    mutationFn: (body: SaveBody) => save(call, body, maker, addToken),
    onSuccess: (method) => {
      requestId.succeeded()
      askForMethodsAgain()
      invalidateQuery('payment-options')
      toast({ title: t('{method} was saved', { method: method.display }), tone: 'success' })
      onClose()
    },
    onError: requestId.failed,
  })
  return { saving, requestId }
}

/** The typed values of a method to save, their problems, and the call. `paidByItself`: the replaced one did. */
export function useSaveMethod({ chosen, replaced, onBusy, onClose }: SaveProps, paidByItself: boolean) {
  const maker = useRef<TokenMaker>(null)
  const form = useRef<HTMLFormElement>(null)
  const [edited, setEdited] = useState<Values>({})
  const [name, setName] = useState(replaced?.name ?? '')
  const [automatic, setAutomatic] = useState(paidByItself)
  const [checks, setChecks] = useState(0)
  const { saving, requestId } = useSaving(onClose, maker)
  useEffect(() => onBusy(saving.isPending), [saving.isPending, onBusy])
  // Errors beside a field, from here or from the server: the first one gets the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [checks, saving.error])
  const option = optionOfForm(chosen)
  const values = { ...initialValues(chosen.fields), ...edited }
  const refused = saving.error instanceof ApiError ? saving.error.fields : {}
  const wrong = checkValues(option, chosen.fields, values)
  const submit = (): void => {
    setChecks(checks + 1)
    if (Object.keys(wrong).length > 0) return
    const body = {
      option: chosen.option,
      values: valuesToSend(chosen, values),
      name,
      enable_auto_payments: automatic,
      ...(replaced && { replaces: replaced.id }),
    }
    saving.mutate({ ...body, request_id: requestId.idFor(body) })
  }
  return {
    form,
    maker,
    submit,
    name,
    setName,
    automatic,
    setAutomatic,
    fields: {
      option,
      fields: chosen.fields,
      values,
      problems: {
        ...Object.fromEntries(Object.entries(refused).map(([field, texts]) => [field, texts.join(' ')])),
        ...(checks > 0 && wrong),
      } as Readonly<Record<string, string>>,
      onChange: (field: string, value: string | boolean) =>
        setEdited((before) => ({ ...before, [field]: value })),
    },
    /** A failure that is beside no field. */
    failure:
      saving.error && Object.keys(refused).length === 0 ? saveFailure(saving.error, chosen.type) : null,
  }
}
